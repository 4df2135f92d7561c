"""Tell other processes that a game moved."""

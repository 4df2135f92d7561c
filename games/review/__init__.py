"""What the log of a game says about how it was played: pure figures over moves and positions, for reviewers."""

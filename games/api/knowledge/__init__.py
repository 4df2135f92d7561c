"""What a seat could know at a position of a game."""

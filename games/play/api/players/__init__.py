"""Public profiles of players, and lists of their games."""

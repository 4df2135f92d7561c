"""The public games that are worth watching now."""

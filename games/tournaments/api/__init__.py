"""Tournaments: list and read them, join and play, direct them, follow and export them."""

"""Moves, positions and states as JSON for one viewer, and their schema."""

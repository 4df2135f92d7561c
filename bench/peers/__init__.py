"""Moves of this service and of boardgame.io, which plays the same games on the same PostgreSQL."""

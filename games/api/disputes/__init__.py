"""Disputes of players."""

"""Analyses of finished games: request one, and read it."""

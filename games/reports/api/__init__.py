"""Analyses of finished games, and what a seat could know at a position, over HTTP."""

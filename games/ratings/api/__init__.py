"""Ratings of players with their history, and leaderboards, over HTTP."""

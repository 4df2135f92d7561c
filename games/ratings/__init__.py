"""Ratings: their arithmetic, which is pure, the rater, and leaderboards."""

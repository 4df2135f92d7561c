"""Tests of ratings: their arithmetic, their order, the rater and what is rated."""

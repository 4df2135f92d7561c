"""Analyses of finished games: requests, the queue, the worker, and what is stored."""

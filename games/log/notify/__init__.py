"""Notify other processes that a game moved."""

"""Endpoints of streams, tickets for them, and presence; ``games.live`` holds the
connections.
"""

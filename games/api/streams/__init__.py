"""Endpoints of streams, tickets for them, and presence; ``games.api.live`` holds the
connections.
"""

"""Streams, tickets for them, presence and TV over HTTP."""

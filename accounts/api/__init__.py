"""Accounts over HTTP, and the few things that every part of the API shares."""

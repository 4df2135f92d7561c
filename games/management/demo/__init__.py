"""Demonstration data: accounts, games and disputes, made with the use cases of the service."""

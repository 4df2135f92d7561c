"""Accounts from registration to closing: people, guests and bots."""

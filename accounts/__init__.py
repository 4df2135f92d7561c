"""Accounts, their passwords, tokens and notices. Imports nothing from games."""

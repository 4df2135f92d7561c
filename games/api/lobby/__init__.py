"""Seats, entropy, invitations and bots before the start."""

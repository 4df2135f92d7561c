"""Bring players together: open games, lobbies and their hosts, invitations, quick match.

May import ``services.moves``.
"""

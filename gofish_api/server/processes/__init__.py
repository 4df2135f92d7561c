"""Processes of `serve` next to its own: the helper and the referee. Each has a low priority.

May import ``server.http``.
"""

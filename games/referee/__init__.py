"""The work of the referee's process: overdue games in turns, moves of built-in bots, its heartbeat.

May import ``services.moves`` and ``services.lobbies``.
"""

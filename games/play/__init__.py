"""Read models: what an account may see, and lists that answer one question each.

Belongs here: reading for a caller, without writing moves. May import ``engine``, ``log`` and
``models``.
"""

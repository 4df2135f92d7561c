"""Tell other processes that a game moved, and wake those in this process who wait for it.

Belongs here: notices, the hub of waiting readers, and tickets for streams. A notice carries a game
id and a version, nothing else. May import ``log`` and ``models``.
"""

"""Tell other processes that a game moved, and wake those in this process who wait for it.

Belongs here: notifications, the hub of waiting readers, and tickets for streams. A notification
carries a game id and a version, nothing else. May import ``log`` and ``models``.
"""

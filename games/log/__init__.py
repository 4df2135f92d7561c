"""The move log: read, written, replayed, rebuilt, guarded and exported.

Belongs here: everything that knows how moves and positions are stored. May import ``engine``,
``models``, ``ids`` and ``refusals``; knows no HTTP, no use case and no notification.
"""

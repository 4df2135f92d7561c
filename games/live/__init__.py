"""The contents of open streams: frames, the feeds of games and accounts, and send buffers.

Imports queries, notifications of moves and ``positions``. It knows no request, and not who else is
connected.
"""

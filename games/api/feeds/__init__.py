"""What open streams are sent: frames, the feeds of games and accounts, and the send buffer of each
reader.

Imports queries, notifications of moves and ``positions``. It knows no request, and not who else is
connected.
"""

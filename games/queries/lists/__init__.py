"""Lists of games and players: the inbox, games of an account, exports, TV, and players.

May import the rest of ``queries``.
"""

"""Read the live ratings: of accounts, their history, leaderboards, and games of two players.

Ratings that an account hides are shown to that account alone.
"""

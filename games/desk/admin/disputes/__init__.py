"""Disputes on the desk: their list, the page of one, and the form of a ruling.

May import ``admin.games`` and ``admin.boards``.
"""

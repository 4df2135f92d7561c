"""The board of a game on the desk: its moves in words, its table, and the evidence.

May import ``admin.visible_cards`` and ``admin.refused``.
"""

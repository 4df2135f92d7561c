"""Evaluate language models at the table: what they play, and what they believe about hidden cards.

No judge is needed: the rules fix what a seat could know, and every card is known after the game. It
needs ``gofishkit[local]``.
"""

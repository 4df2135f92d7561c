"""Disputed games: complaints, who reviews them, what is ruled, and a record of every look behind the cards."""

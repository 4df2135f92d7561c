"""Players without a person: ``choose(view, history, rng)`` picks one of the view's legal actions.

A bot sees what a player on its seat sees, never the position itself; chance comes in as an argument.
"""

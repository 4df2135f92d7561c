"""Built-in bots: ``choose(view, history, rng)`` returns one of the view's legal actions.

A bot sees what a player on its seat sees, never the state itself. Randomness is an argument.
"""

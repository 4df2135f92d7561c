"""Rate finished games, one at a time and in one order: the rater, its generations, hidden ratings.

May import the log, models and queries, and no other room of ``services``.
"""

"""The arithmetic of ratings, pure: families, places, skills, predictions, limits.

No database, no clock, no I/O. May import the engine only.
"""

"""A database backend of Django: SQLite, in which moves are written first and all else takes turns.

Imports nothing of the project.
"""

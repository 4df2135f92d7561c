"""Carry out commands in one game: decide, commit, and what is written together with a move.

May import everything that ``services`` may, and no other room of it.
"""

"""Archived games: how their moves are compressed, and how they are read.

Belongs here: the form of an archived game, its dictionaries, and queries for both. May import
``engine`` and ``models``. ``log.reader`` reads the archive for its callers, and ``log.archiving``
writes it.
"""

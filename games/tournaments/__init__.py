"""Tournaments for tables of two to six: entries, pairing, tables, standings and decisions.

``pairing``, ``place_points`` and ``ranking`` are pure. May import services and what is below them.
"""

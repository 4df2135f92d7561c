"""Tournaments for tables of two to six: entries, pairing, tables, standings and decisions.

``pairing`` and ``ranking`` are pure.
"""

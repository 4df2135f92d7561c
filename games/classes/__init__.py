"""Classes: places with codes for pupils, tables for all of them, and the end of their data.

May import services and what is below them, and of tournaments only the pairing.
"""

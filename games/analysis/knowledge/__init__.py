"""What a seat that remembers everything knows at a position, from the events that it saw.

Imports ``games.engine`` only.
"""

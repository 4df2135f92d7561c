"""Games as text for people: sentences for events and a drawing for terminals.

Imports ``engine`` only.
"""

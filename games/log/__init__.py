"""The move log: its tables, written, read, replayed, verified, guarded and exported.

It knows how moves and positions are stored, and tells other processes of new ones.
"""

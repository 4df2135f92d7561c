"""The move log: its tables, and how moves are written, read, replayed, verified and archived.

``notify`` announces new moves to other processes.
"""

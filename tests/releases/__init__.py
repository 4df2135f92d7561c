"""Databases of earlier releases, and the code that makes and loads them.

Each folder here is a release: a dump for each kind of database, and the notes of its clients.
"""

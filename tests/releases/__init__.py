"""Databases that earlier releases have left behind, and what makes them and loads them.

Each folder beside this file is one release: a dump for each kind of database, and what its clients had noted.
"""

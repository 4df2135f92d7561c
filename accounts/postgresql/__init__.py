"""A database backend of Django: PostgreSQL on several hosts, one of which is the primary.

Imports nothing of the project.
"""

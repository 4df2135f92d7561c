"""A database backend of Django: PostgreSQL whose primary can change, on one host or several.

Imports nothing of the project.
"""

"""Limits before Django: cost classes and their lanes, bytes held, and the problems of both.

May import no other room of ``server``.
"""

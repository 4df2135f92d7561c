"""Read settings from environment variables, with their types.

Used before Django is set up, so it imports no Django.
"""

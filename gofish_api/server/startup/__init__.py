"""What the serve commands check and print before they listen.

May import no other room of ``server``.
"""

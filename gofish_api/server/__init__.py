"""The server: the ASGI front of `serve`, its referee process, and what it checks at the start.

Code that handles a request before Django belongs here.
"""

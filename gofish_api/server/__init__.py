"""The server: the ASGI front of `serve`, its referee process, and what it checks at the start.

Code that handles a request before Django belongs here. It may import ``api_kit``, ``observability``
and ``games.live``.
"""

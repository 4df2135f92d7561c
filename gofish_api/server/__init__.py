"""The servers: the ASGI front of `serve` with its lanes and processes, and the production worker.

Code that handles a request before Django belongs here. It may import ``api_kit``, ``observability``
and ``games.api.live``. The entry points are at the top: ``front`` and ``worker``.
"""

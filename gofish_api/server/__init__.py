"""The servers of this project: the ASGI front of `serve`, its lanes and second process, and the production worker.

Belongs here: what happens to a request before Django sees it. May import ``api_kit``, ``observability`` and
``games.api.live``.
"""

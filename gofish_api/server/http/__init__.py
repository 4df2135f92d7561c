"""HTTP around Django: the protocol, bodies of requests, answers in pieces, ASGI to WSGI.

May import ``server.limits``.
"""

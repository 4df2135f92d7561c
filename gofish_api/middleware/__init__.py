"""Middleware of this project, named in ``settings.MIDDLEWARE``.

May import ``api_kit`` and ``gofish_api.api.fallbacks``.
"""

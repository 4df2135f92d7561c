"""Middleware of this project, listed in ``settings.MIDDLEWARE``.

May import ``api_kit`` and ``gofish_api.api.fallbacks``.
"""

"""Middleware of this project, listed in ``settings.MIDDLEWARE``."""

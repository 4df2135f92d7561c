"""The HTTP API of accounts. May import ``accounts`` and ``api_kit``."""

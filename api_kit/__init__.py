"""What the APIs of games and accounts share: endpoints, parsers, permissions, problems, OpenAPI.

May import ``accounts`` for authentication and quotas, but neither ``accounts.api`` nor ``games``.
"""

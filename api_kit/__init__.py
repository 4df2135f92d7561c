"""What the APIs of games and accounts share: endpoints, parsers, permissions, rate limits, problems, OpenAPI.

May import ``accounts`` (who calls, what they may), but neither ``accounts.api`` nor ``games``.
"""

"""What the APIs of games and accounts share: endpoints, parsers, problems, OpenAPI.

Imports no other package of the project.
"""

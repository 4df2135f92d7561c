"""An MCP server for Go Fish: language models play through the API with the tools of their program.

It keeps nothing of a game: each call of a tool is one or a few calls of the API.
"""

"""The MCP server in `clients/mcp`, played on by the client of the official SDK."""

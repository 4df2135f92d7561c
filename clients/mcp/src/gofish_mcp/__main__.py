"""`python -m gofish_mcp` is `gofish-mcp`."""

from gofish_mcp.main import main

main()

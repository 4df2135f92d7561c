"""Run the command: ``python -m gofishkit``."""

from gofishkit.commands.main import main

main()

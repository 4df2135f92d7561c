"""Run the command: ``python -m gofishkit``."""

from gofishkit.command import main

main()

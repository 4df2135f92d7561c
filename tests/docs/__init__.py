"""The documentation: its files, and the pages that the server makes of them."""

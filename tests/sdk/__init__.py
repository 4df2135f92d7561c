"""The Python package in `clients/python`, and its runner for bots."""

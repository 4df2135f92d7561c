"""Exports and dumps over HTTP."""

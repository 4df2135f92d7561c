"""Disputes and notices over HTTP."""

"""Stored analyses: their packed form, and which one a reader gets."""

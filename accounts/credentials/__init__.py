"""Tokens, passwords, mailed codes, and what a wrong one costs."""

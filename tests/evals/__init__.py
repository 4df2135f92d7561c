"""Evaluations of language models, with fake models whose skill is known."""

"""Dumps of games for research: which there are."""

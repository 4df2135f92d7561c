"""Exports of games: many transcripts or summaries as lines, resumable at any line."""

"""Moves, replays, transcripts and their verification."""

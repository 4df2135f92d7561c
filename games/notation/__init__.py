"""GFN, a notation of games for people and parsers: ``docs/gfn.md`` has its grammar.

Pure, as the engine is, and imports nothing else. ``syntax`` splits a text into headers, moves and
times. ``words`` turns the events of a move into words and back. ``writer`` and ``reader`` turn
transcripts into notation and back.
"""

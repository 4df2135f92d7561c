"""Judge finished games: win chances, the quality of asks, luck, and what each seat could know.

Pure, as the bots are: it imports the engine and the bots only, and gets everything as arguments.
"""

"""Tell other processes that a game moved, and hear it. A notice says which game and its version, nothing else.

``notices`` sends; ``postgresql`` and ``sqlite`` hear, and ``hub`` passes on to whoever watches a game in this process.
"""

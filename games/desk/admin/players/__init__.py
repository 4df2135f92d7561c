"""The page of a player at the desk, and the links to it."""

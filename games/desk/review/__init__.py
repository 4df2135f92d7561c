"""Figures about how a game was played, for reviewers: pure functions of moves and states."""

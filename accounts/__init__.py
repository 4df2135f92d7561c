"""Who is calling: accounts, their passwords and their tokens. Knows nothing of games."""

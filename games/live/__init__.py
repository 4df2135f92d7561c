"""Open streams, long polls and TV: feeds of games and accounts, and the frames that they send."""

"""A database to try the service with: people, games and disputes, made by the commands that the service itself uses."""

"""Personal data across accounts, games and disputes: export it, and close accounts."""

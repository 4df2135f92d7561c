"""What is stored about a person across accounts, games and disputes: its export, and closing an account."""

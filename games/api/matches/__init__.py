"""Quick match."""

"""The inbox of an account."""

"""The commands at the table, and the state."""

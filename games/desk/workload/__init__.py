"""How much work waits at the desk, and how it is done."""

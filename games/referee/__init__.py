"""The referee's process: it moves bots, ends overdue turns, and runs the workers with a queue."""

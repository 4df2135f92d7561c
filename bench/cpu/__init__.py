"""CPU time of asks and states in one process, compared between two versions of the code."""

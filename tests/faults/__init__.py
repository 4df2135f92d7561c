"""Faults that the service must survive, with real processes, kills and sockets."""

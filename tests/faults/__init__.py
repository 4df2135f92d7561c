"""Faults that the service must survive: real processes, really killed, over real sockets."""

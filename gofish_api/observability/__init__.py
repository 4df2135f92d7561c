"""Metrics, traces, logs and health of the running service. They identify no game."""

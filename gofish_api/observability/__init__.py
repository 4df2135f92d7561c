"""Metrics, traces, logs and health: what operators see of a running service. No game is named there."""

"""Webhooks of apps, their deliveries, and the messages that they get."""

"""Webhooks: addresses of apps, the events that wait for them, and their delivery.

The log is the outbox: the worker reads it with a cursor for each webhook. Nothing here runs inside
an ask.
"""

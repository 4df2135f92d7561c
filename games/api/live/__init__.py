"""Connections that stay open: streams and long polls, held in the event loop without a thread.

A request for one is answered by Django first, like any other, so that tokens, limits, CORS and problem documents are
those of every request. The view then leaves a ``hold`` behind, and the front hands the connection over to it.
"""

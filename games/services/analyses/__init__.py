"""Analyses of finished games: requests, a bounded queue in the database, and its workers.

A worker is a thread of a referee's process, which starts one child process at a time.
"""

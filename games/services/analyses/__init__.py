"""Analyses of finished games: requests, a bounded queue in the database, and one worker.

The worker is a thread of the referee's process, which starts one child process at a time.
"""

"""Use cases of players, hosts, the referee and matchmaking.

Belongs here: functions that check, decide and commit. May import everything below: ``queries``,
``notify``, ``log``, ``bots``, ``models`` and ``engine``; knows no HTTP. Modules that need several
rooms, or none, are at the top.
"""

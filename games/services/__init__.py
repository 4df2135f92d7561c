"""Use cases: what players, hosts, the referee and matchmaking do to games.

Belongs here: functions that check, decide and commit. May import everything below: ``queries``, ``notify``,
``log``, ``bots``, ``models`` and ``engine``; knows no HTTP.
"""

"""Use cases of players, hosts, the referee and matchmaking.

Belongs here: functions that check, decide and commit. May import everything below: ``queries``,
``notify``, ``log``, ``bots``, ``models`` and ``engine``; knows no HTTP. What needs several rooms,
or none, stands at the top.
"""

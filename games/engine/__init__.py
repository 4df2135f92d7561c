"""The rules of Go Fish as pure functions: no Django, no I/O, no clock, no randomness.

Read the modules in this order: ``cards``, ``rules``, ``commands``, ``events``, ``state``,
``decide``, ``evolve``, ``view``.
"""

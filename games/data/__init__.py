"""Dumps: finished public games of a month as files, for research.

``making`` writes a dump, ``selection`` decides whose games are in it, ``listing`` reads the
directory of dumps.
"""

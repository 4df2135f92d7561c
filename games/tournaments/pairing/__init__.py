"""Put players at tables: how many of which size, who with whom, and who sits where.

Pure, and of use without a tournament: it knows players only by their numbers.
"""

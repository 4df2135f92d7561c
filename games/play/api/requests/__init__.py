"""How a request to a game runs: reading it, the pipeline of commands, retries, prefetching,
throttles, pages.
"""

"""Why a dump cannot be written or listed."""


class DumpFailed(Exception):
    """A dump cannot be written; ``str()`` says why, and what to do."""

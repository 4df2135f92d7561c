"""What an operation costs the server, which decides where it runs and how many run at once."""

from enum import StrEnum


class Cost(StrEnum):
    """The cost class of an operation. The servers keep all others from holding up the light ones.

    A view names the class of each of its methods in ``costs``; those that it does not name are light. A test measures
    every operation and fails if a light one is not.
    """

    LIGHT = "light"
    """A few milliseconds of processor time."""
    LIST = "list"
    """A page of a list, or of a log: tens of milliseconds if it is full."""
    PASSWORD = "password"  # noqa: S105
    """Hashes a password: 25 ms or more, outside Python's global lock."""
    HEAVY = "heavy"
    """Reads or builds much: hundreds of milliseconds for the longest game or the fullest account."""
    VERIFICATION = "verification"
    """Checks a whole transcript: seconds, in a process of its own."""

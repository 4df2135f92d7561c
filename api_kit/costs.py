"""Cost classes of operations: they decide where an operation runs and how many run at once."""

from enum import StrEnum


class Cost(StrEnum):
    """The cost class of an operation. Expensive operations never delay the light ones.

    ``Endpoint.costs`` maps methods to classes; other methods are light. A test measures every
    operation and fails if a light one is not.
    """

    LIGHT = "light"
    """A few milliseconds of CPU time."""
    LIST = "list"
    """A page of a list or a log, the opening of a stream, or something new that is no move: at most
    tens of milliseconds.
    """
    PASSWORD = "password"  # noqa: S105
    """Hashes a password: 25 ms or more, without Python's global interpreter lock."""
    HEAVY = "heavy"
    """Hundreds of milliseconds for the longest game or the fullest account."""
    VERIFICATION = "verification"
    """Verifies a whole transcript: seconds, in a separate process."""

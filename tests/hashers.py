"""A password hasher for tests, which takes a hundredth of the time of the service's own."""

from accounts.credentials.passwords import Argon2


class QuickArgon2(Argon2):
    """The service's hasher with the least memory and one pass."""

    memory_cost = 8  # KiB
    time_cost = 1


QUICK = [f"{QuickArgon2.__module__}.{QuickArgon2.__qualname__}"]
"""``PASSWORD_HASHERS`` of the process of the tests; servers that they start keep the service's."""

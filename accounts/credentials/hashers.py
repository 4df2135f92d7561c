"""The password hasher."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with the first parameters that OWASP's Password Storage Cheat Sheet lists.

    Django's defaults (100 MiB, eight lanes) take every core for a third of a second, and any caller
    can start a hash with a wrong password. One lane takes one core for about 25 ms. Django reads
    the parameters of an older hash from the hash, and replaces it at the next sign-in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1

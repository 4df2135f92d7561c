"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names first for it.

    Django's own (100 MiB, eight lanes) take every core of the machine for a third of a second, and anybody may ask for
    a hash by signing in with a wrong password. One lane takes one core for about 25 ms. Django reads the parameters of
    an older hash from the hash itself, and stores a new hash at the next sign-in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1

"""Codes of places and parties: 10 characters, of which only keyed digests are stored."""

import secrets

from django.utils.crypto import salted_hmac

from games.play.visibility import CODE_ALPHABET

LENGTH = 10
LONGEST_TYPED = 40

_SALT = "games.classes.codes"


def new() -> str:
    """Return a code of 50 random bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(LENGTH))


def digest(typed: str) -> bytes:
    """Return the stored digest of a code, in any case, with any spaces and hyphens."""
    code = typed.upper().replace("-", "").replace(" ", "")
    return salted_hmac(_SALT, code, algorithm="sha256").digest()

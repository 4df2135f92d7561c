"""Cursors of exports: a position, signed together with what is exported."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hmac import compare_digest

from django.utils.crypto import salted_hmac
from rest_framework.exceptions import ValidationError

LONGEST = 24  # characters
_POSITION_BYTES = 8
_SIGNATURE_BYTES = 10


def to_text(position: int, export: str) -> str:
    """Return the cursor after a position of an export; ``export`` is a text of what is exported."""
    number = position.to_bytes(_POSITION_BYTES, "big")
    return urlsafe_b64encode(number + _signature(number, export)).decode()


def from_text(text: str, export: str) -> int:
    """Return the position of a cursor.

    :raises ValidationError: if it is not a cursor of this export: of other games, filters or
        contents.
    """
    try:
        content = urlsafe_b64decode(text.encode())
    except (binascii.Error, ValueError):
        raise _invalid() from None
    number, signature = content[:_POSITION_BYTES], content[_POSITION_BYTES:]
    if not compare_digest(signature, _signature(number, export)):
        raise _invalid()
    return int.from_bytes(number, "big")


def _signature(number: bytes, export: str) -> bytes:
    made = salted_hmac(
        "games.data.api.exports.cursors", export.encode() + number, algorithm="sha256"
    )
    return made.digest()[:_SIGNATURE_BYTES]


def _invalid() -> ValidationError:
    sentence = "Invalid cursor: take it from a line of the same export."
    return ValidationError({"cursor": sentence})

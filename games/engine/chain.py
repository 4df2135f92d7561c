"""Compute the digest chain of a log: receipts show a changed log, and no digest reveals a card.

digest = SHA-256(previous digest ‖ HMAC-SHA-256(seed, move number, 8 bytes big endian) ‖ entry)

The chain starts from the commitment. The entry is the move as stored: canonical JSON, in ASCII. The
keyed part is secret until the seed is revealed, so that trying every card does not find a hidden
one. An operator who has the database and the seed can rebuild the chain, but the receipts that
players hold then contradict it.
"""

import hmac
from datetime import UTC, datetime
from hashlib import sha256

from games.engine.cards import Seat


def genesis(commitment: str) -> bytes:
    """Return the digest before the first move."""
    return bytes.fromhex(commitment)


def next_digest(
    previous: bytes,
    number: int,
    seat: Seat | None,
    at: datetime,
    schema: int,
    command: str,
    events: str,
    *,
    seed: bytes,
) -> bytes:
    """Return the digest of a move, 32 bytes; the members are in the order of ``StoredMove``.

    :raises UnicodeEncodeError: ``command`` or ``events`` is not ASCII, as canonical JSON is.
    """
    place = "null" if seat is None else str(seat)
    entry = (
        f'{{"at":"{time_text(at)}","command":{command},"events":{events},'
        f'"number":{number},"schema":{schema},"seat":{place}}}'
    )
    key = hmac.digest(seed, number.to_bytes(8, "big"), "sha256")
    return sha256(previous + key + entry.encode("ascii")).digest()


def time_text(at: datetime) -> str:
    """Write a time in RFC 3339, UTC, to the microsecond: ``2026-01-31T12:00:00.000000Z``."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def time_or_none(at: datetime | None) -> str | None:
    """Write a time as :func:`time_text` does, if there is one."""
    return None if at is None else time_text(at)

"""Public game ids: 63-bit integers that grow with time, written as 11 characters."""

import secrets
from datetime import UTC, datetime, timedelta
from functools import lru_cache

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH = 11

_EPOCH = datetime(2025, 1, 1, tzinfo=UTC)
_RANDOM_BITS = 22
_VALUES = {character: value for value, character in enumerate(ALPHABET)}


def new_id(now: datetime) -> int:
    """Return an id for a game created now: milliseconds since 2025 in 41 bits, then 22 random bits.

    Later ids sort later, so that the tables' indexes grow at one end.
    """
    milliseconds = int((now - _EPOCH).total_seconds() * 1000)
    return milliseconds << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)


def first_of(at: datetime) -> int:
    """Return the smallest id for a game created at a time or later; the largest one if there is
    none.
    """
    milliseconds = max((at - _EPOCH) // timedelta(milliseconds=1), 0)
    return min(milliseconds << _RANDOM_BITS, 2**63 - 1)


def last_of(at: datetime) -> int:
    """Return the largest id for a game created at a time or earlier."""
    return first_of(at) | (1 << _RANDOM_BITS) - 1


def time_of(game_id: int) -> datetime:
    """Return when an id was made, to the millisecond."""
    return _EPOCH + timedelta(milliseconds=game_id >> _RANDOM_BITS)


@lru_cache(maxsize=4096)
def to_text(game_id: int) -> str:
    """Write an id as 11 digits and letters; the texts sort as the numbers do.

    >>> to_text(0), to_text(2**63 - 1)
    ('00000000000', 'AzL8n0Y58m7')
    """
    text = ""
    for _ in range(LENGTH):
        game_id, value = divmod(game_id, len(ALPHABET))
        text = ALPHABET[value] + text
    return text


def from_text(text: str) -> int | None:
    """Read an id from its text, or return None if it is invalid."""
    return _number(text) if len(text) == LENGTH else None  # long texts would fill the cache


@lru_cache(maxsize=4096)
def _number(text: str) -> int | None:
    if not set(text) <= _VALUES.keys():
        return None
    game_id = 0
    for character in text:
        game_id = game_id * len(ALPHABET) + _VALUES[character]
    return game_id if game_id < 2**63 else None


def read(text: str, missing: type[Exception]) -> int:
    """Read an id from a path; raise ``missing`` if it is invalid."""
    number = from_text(text)
    if number is None:
        raise missing
    return number

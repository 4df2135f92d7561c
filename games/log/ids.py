"""Public game ids, and what follows from them: the names and pictures of built-in bots.

An id is a 63-bit integer that grows with time, written as 11 characters. Who sits in a seat follows
from the game and the seat, so nothing is stored, and games of every age have them. Pictures are sea
animals that no player can choose.
"""

import secrets
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

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
    """Return the smallest id for a game created at a time or later, or the largest id."""
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


class Character(NamedTuple):
    """A name, the same in all languages, and the name of a drawing in ``web/players``."""

    name: str
    picture: str


CHARACTERS = (
    Character("Otto", "octopus"),
    Character("Carla", "crab"),
    Character("Tara", "turtle"),
    Character("Juno", "jellyfish"),
    Character("Stella", "starfish"),
    Character("Wanda", "whale"),
    Character("Sid", "squid"),
    Character("Lars", "lobster"),
    Character("Pippa", "penguin"),
    Character("Sami", "seal"),
    Character("Nils", "snail"),
)
"""A prime number of them: then every step from seat to seat meets each once."""


def character_of_seat(game_id: int, seat: int) -> Character:
    """Return who plays a seat, from 0, if a built-in bot does. No two seats of a game share one.

    >>> [character_of_seat(123, seat).name for seat in range(3)]
    ['Juno', 'Wanda', 'Pippa']
    """
    steps, start = divmod(game_id, len(CHARACTERS))
    step = 1 + steps % (len(CHARACTERS) - 1)
    return CHARACTERS[(start + seat * step) % len(CHARACTERS)]

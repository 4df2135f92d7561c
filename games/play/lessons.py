"""Lessons: games against bots with a published seed, so that a guide knows what comes.

The seed of such a game is no secret, the one exception to the provable deal. So only built-in bots
play it besides the one who opened it, it is private, and it is never rated. Its bots choose from
the seed too: the same asks lead to the same game.
"""

from collections.abc import Mapping
from hashlib import sha256
from random import Random
from types import MappingProxyType

from games.engine import shuffle

SEEDS: Mapping[str, bytes] = MappingProxyType({"first-game": (958).to_bytes(shuffle.SEED_BYTES)})
"""The published seed of each lesson. It never changes: another deal has another name."""


def random_of_bots(seed: bytes, version: int) -> Random | None:
    """Return the randomness of a bot that moves after ``version`` moves of a lesson, or None if
    the seed is no lesson's.
    """
    if seed not in SEEDS.values():
        return None
    digest = sha256(b"gofish-lesson-bot %d " % version + seed).digest()
    return Random(digest)  # noqa: S311  # published, as the seed is

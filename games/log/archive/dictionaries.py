"""Train, store and load the dictionaries of the archive. They are rows, so backups have them.

A dictionary holds what games have in common, so that a game of 75 moves takes 1,200 bytes.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from itertools import islice

import zstandard
from django.db.models import Max
from zstandard import ZstdCompressionDict

from games.engine.transcript import StoredMove
from games.log.archive import frames
from games.log.archive.errors import DictionaryLost, Unarchivable
from games.log.models import ArchiveDictionary

FEWEST_SAMPLES = 100
"""With fewer games there is no dictionary: it would hold little of other games."""
MOST_SAMPLES = 1_000
BYTES = 112 * 1024
_LEVEL = 19
# Lengths of the segments and of the words in them. Given, they need no search for the best.
_SEGMENT, _WORD = 1_000, 8


class TooFewSamples(Exception):
    """The games are too few, or too much alike, to train a dictionary."""


def train(games: Iterable[Iterable[StoredMove]], *, now: datetime) -> int:
    """Train a dictionary with the moves of games, store it and return its number.

    :raises TooFewSamples: if no dictionary comes of them.
    """
    samples: list[bytes | bytearray | memoryview] = [
        text for moves in games if (text := _sample(moves))
    ]
    if len(samples) < FEWEST_SAMPLES:
        raise TooFewSamples(f"A dictionary needs {FEWEST_SAMPLES} games, not {len(samples)}.")
    number = (ArchiveDictionary.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    try:
        trained = zstandard.train_dictionary(
            BYTES, samples, k=_SEGMENT, d=_WORD, level=_LEVEL, dict_id=number
        )
    except zstandard.ZstdError as error:
        raise TooFewSamples(f"No dictionary comes of {len(samples)} games: {error}.") from None
    data = trained.as_bytes()
    ArchiveDictionary.objects.create(
        id=number, trained_at=now, sha256=sha256(data).digest(), data=data
    )
    return number


def newest() -> int | None:
    """Return the number of the newest dictionary, or None without any."""
    number: int | None = ArchiveDictionary.objects.aggregate(last=Max("pk"))["last"]
    return number


def load(number: int, digest: bytes | None) -> ZstdCompressionDict:
    """Return a dictionary by its number and the SHA-256 in its row, from memory if it was loaded.

    :raises DictionaryLost: if there is no such row, or it was changed.
    """
    if digest is None:
        raise _lost(number, "is missing")
    return _load(number, digest)


@lru_cache(maxsize=8)
def _load(number: int, digest: bytes) -> ZstdCompressionDict:
    data = ArchiveDictionary.objects.values_list("data", flat=True).get(pk=number)
    dictionary = ZstdCompressionDict(bytes(data))
    if sha256(data).digest() != digest or dictionary.dict_id() != number:
        raise _lost(number, "was changed")
    return dictionary


def _lost(number: int, fault: str) -> DictionaryLost:
    """Return an error whose note is logged: the texts of errors are not."""
    lost = DictionaryLost(
        f"Dictionary {number} of the archive {fault}. Games that were compressed with it cannot be "
        "read. Restore its row of games_archivedictionary from a backup."
    )
    lost.add_note(f"dictionary {number} of the archive {fault}")
    return lost


def _sample(moves: Iterable[StoredMove]) -> bytes:
    try:
        return frames.lines(list(islice(moves, frames.MOST_MOVES)))
    except Unarchivable:
        return b""

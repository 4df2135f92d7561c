"""Read the rows of archived games, and train the dictionaries that compress them.

Rows are never changed or deleted. So a reader that finds no move in the log, and looks here next,
finds the game wherever it is. A dictionary is a row too, so backups have it. It holds what games
have in common, so that a game of 75 moves takes 1,200 bytes.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from itertools import islice

import zstandard
from django.db.models import Max
from zstandard import ZstdCompressionDict

from games.engine.transcript import StoredMove
from games.log import archive_frames
from games.log.archive_frames import ArchivedLog, DictionaryLost, Unarchivable
from games.log.models import ArchivedGame, ArchiveDictionary

FEWEST_SAMPLES = 100
"""With fewer games there is no dictionary: it would hold little of other games."""
MOST_SAMPLES = 1_000
BYTES = 112 * 1024
_LEVEL = 19
# Lengths of the segments and of the words in them. Given, they need no search for the best.
_SEGMENT, _WORD = 1_000, 8


class TooFewSamples(Exception):
    """The games are too few, or too similar, to train a dictionary."""


def train(games: Iterable[Iterable[StoredMove]], *, now: datetime) -> int:
    """Train a dictionary with the moves of games, store it and return its number.

    :raises TooFewSamples: if they are not enough for a dictionary.
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
        return archive_frames.lines(list(islice(moves, archive_frames.MOST_MOVES)))
    except Unarchivable:
        return b""


_COLUMNS = (
    "moves",
    "digest",
    "data",
    "dictionary_id",
    "dictionary__sha256",
    "game__seed",
    "game__commitment",
)


def moves(game_id: int, *, after: int = 0, until: int | None = None) -> Iterator[StoredMove]:
    """Yield the archived moves of a game with a number above ``after`` and up to ``until``, oldest
    first; none if the game is not archived.

    :raises ArchiveUnreadable: if they cannot be read.
    """
    log = find(game_id, above=after)
    if log is not None:
        yield from archive_frames.read(log, after=after, until=until)


def find(game_id: int, *, above: int = 0) -> ArchivedLog | None:
    """Return the archived game with the most moves, if it has more than ``above``.

    :raises DictionaryLost: if its dictionary is missing or was changed.
    """
    rows = ArchivedGame.objects.filter(game_id=game_id, moves__gt=above)
    row = rows.order_by("-moves").values_list(*_COLUMNS).first()
    if row is None:
        return None
    count, digest, data, number, sha256, seed, commitment = row
    dictionary = None
    if number is not None:
        dictionary = load(number, None if sha256 is None else bytes(sha256))
    return ArchivedLog(count, bytes(digest), bytes(data), dictionary, bytes(seed), commitment)

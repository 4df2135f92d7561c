"""Find archived games, and read their moves.

Rows are never changed or deleted. So a reader that finds no move in the log, and looks here next,
finds the game wherever it is.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.refusals import MalformedEntry
from games.engine.transcript import StoredMove
from games.log.archive import dictionaries, frames
from games.log.archive.errors import DictionaryLost
from games.log.archive.frames import ArchivedLog
from games.models import ArchivedGame

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
        yield from frames.read(log, after=after, until=until)


def find(game_id: int, *, above: int = 0) -> ArchivedLog | None:
    """Return the archived game with the most moves, if it has more than ``above``.

    :raises DictionaryLost: if its dictionary is missing or was changed.
    """
    rows = ArchivedGame.objects.filter(game_id=game_id, moves__gt=above)
    row = rows.order_by("-moves").values_list(*_COLUMNS).first()
    return None if row is None else _log(*row)


def find_all(versions: Mapping[int, int]) -> dict[int, ArchivedLog | MalformedEntry]:
    """Return those of these games that are archived up to this number of moves, in one statement.

    A game whose dictionary is missing has that error instead.
    """
    archived = ArchivedGame.objects.filter(game_id__in=versions, moves__in={*versions.values()})
    found: dict[int, ArchivedLog | MalformedEntry] = {}
    for game_id, *row in archived.values_list("game_id", *_COLUMNS):
        if row[0] != versions[game_id]:
            continue
        try:
            found[game_id] = _log(*row)
        except DictionaryLost as lost:
            found[game_id] = lost
    return found


def _log(
    moves: int,
    digest: Any,
    data: Any,
    dictionary_id: int | None,
    dictionary_digest: Any,
    seed: Any,
    commitment: str,
) -> ArchivedLog:
    dictionary = None
    if dictionary_id is not None:
        found = None if dictionary_digest is None else bytes(dictionary_digest)
        dictionary = dictionaries.load(dictionary_id, found)
    return ArchivedLog(moves, bytes(digest), bytes(data), dictionary, bytes(seed), commitment)

"""Find archived games, and read their moves.

Rows are never changed or deleted. So a reader that finds no move in the log, and looks here next,
finds the game wherever it is.
"""

from collections.abc import Iterator

from games.engine.transcript import StoredMove
from games.log.archive import dictionaries, frames
from games.log.archive.frames import ArchivedLog
from games.log.models import ArchivedGame

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
    if row is None:
        return None
    count, digest, data, number, sha256, seed, commitment = row
    dictionary = None
    if number is not None:
        dictionary = dictionaries.load(number, None if sha256 is None else bytes(sha256))
    return ArchivedLog(count, bytes(digest), bytes(data), dictionary, bytes(seed), commitment)

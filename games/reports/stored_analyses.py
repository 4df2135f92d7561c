"""Stored analyses: pack them within limits, find the one that readers get, and read its game."""

from collections.abc import Iterable

import zstandard

from games.analysis.record import Record, RecordedMove
from games.log import head_reader, reader
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.reports.models import GameAnalysis

MOST_BYTES = 1024 * 1024
"""The longest JSON of an analysis. An ask takes about 250 bytes, a game about 50 to 300 of them."""
LEVEL = 9


class DamagedAnalysis(Exception):
    """The stored analysis is damaged. `manage.py rebuild_analyses GAME --all` restores it."""


def pack(text: bytes) -> bytes:
    """Compress the JSON of an analysis, which is at most ``MOST_BYTES`` long."""
    return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(text)


def unpack(data: bytes) -> bytes:
    """Return the JSON of a packed analysis.

    :raises DamagedAnalysis: if the data is damaged, or is longer than ``MOST_BYTES``.
    """
    try:
        if zstandard.frame_content_size(data) > MOST_BYTES:
            raise DamagedAnalysis
        return zstandard.ZstdDecompressor().decompress(data)
    except zstandard.ZstdError:
        raise DamagedAnalysis from None


Status = GameAnalysis.Status
TO_DO = (Status.QUEUED, Status.RUNNING)
"""The statuses of jobs that the worker has not finished."""


def find(game_id: int, *, model: str, with_data: bool = True) -> GameAnalysis | None:
    """Return the analysis of a game to show, or else the job to compute it, or None.

    ``model`` is the version of the current models. An analysis by older ones is shown until theirs
    is done.
    """
    of_game = GameAnalysis.objects.filter(game=game_id).order_by("pk")
    rows = {row.model: row for row in (of_game if with_data else of_game.defer("data"))}
    current = rows.pop(model, None)
    if current is not None and current.status == Status.DONE:
        return current
    done = [row for row in rows.values() if row.status == Status.DONE]
    return done[-1] if done else current


def ahead_of(job: GameAnalysis) -> int:
    """Return how many jobs the worker takes before this one."""
    earlier = GameAnalysis.objects.filter(status__in=TO_DO, requested_at__lt=job.requested_at)
    return 0 if job.status == Status.RUNNING else earlier.count()


def of_game(game_id: int) -> Record:
    """Return the record of a game.

    :raises GameNotFound: if there is no such game.
    :raises MalformedEntry: if its log cannot be read.
    """
    head = head_reader.load(game_id)
    return Record(
        head.state.rules,
        head.state.seats,
        tuple(RecordedMove(move.number, move.events) for move in moves_of(head)),
    )


def moves_of(head: GameHead) -> Iterable[LoggedMove]:
    """Return the moves of a game, oldest first.

    :raises MalformedEntry: if its log cannot be read, also while they are read.
    """
    return reader.read(head.game_id, until=head.version)

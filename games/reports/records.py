"""Read the record of a stored game, also of one that is archived or imported."""

from collections.abc import Iterable

from games.analysis.record import Record, RecordedMove
from games.log import heads, reader
from games.log.heads import GameHead
from games.log.reader import LoggedMove


def of_game(game_id: int) -> Record:
    """Return the record of a game.

    :raises GameNotFound: if there is no such game.
    :raises MalformedEntry: if its log cannot be read.
    """
    head = heads.load(game_id)
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

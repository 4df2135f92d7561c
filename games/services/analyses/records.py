"""Read the record of a stored game, also of one that is archived or imported."""

from games.analysis.record import Record, RecordedMove
from games.log import heads, reader, replica


def of_game(game_id: int) -> Record:
    """Return the record of a game.

    :raises GameNotFound: if there is no such game.
    :raises MalformedEntry: if its log cannot be read.
    """
    head = heads.load(game_id)
    moves = replica.read(
        head.finished,
        lambda using: reader.read(game_id, until=head.version, using=using),
        first=1,
        last=head.version,
    )
    return Record(
        head.state.rules,
        head.state.seats,
        tuple(RecordedMove(move.number, move.events) for move in moves),
    )

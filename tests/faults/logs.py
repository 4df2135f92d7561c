"""Checks of the stored games after a fault."""

from collections.abc import Container, Sequence

from games.log import heads, ids, reader, replay
from games.log.models import Game, GameStatus, Move, StoredAnswer
from tests import tables
from tests.faults.clients import Acknowledged


def assert_whole(
    acknowledged: Sequence[Acknowledged], *, all_over: bool, unattended: Container[str] = ()
) -> int:
    """Check every game against its log and against the acknowledged commands; return the number of
    moves.

    Every command of a crowd is acknowledged in the end, so a move without an acknowledgement was
    made twice. In ``unattended`` games bots and the referee also move, without acknowledgements.
    """
    assert Game.objects.exists()
    assert not tables.unchecked()
    digests_by_game = _digests(acknowledged)
    count = 0
    for game in Game.objects.all():
        verdict = replay.verify(game)
        assert verdict.holds and verdict.scope == "full", (game, verdict.failure)
        stored = list(reader.stored(game.pk))
        assert [move.number for move in stored] == list(range(1, len(stored) + 1))

        head = heads.load(game.pk)
        assert (head.version, head.digest) == (len(stored), stored[-1].digest)
        assert head.state == verdict.state
        assert (game.status == GameStatus.OVER) == head.state.is_over
        assert head.state.is_over or not all_over

        digests = {move.number: move.digest.hex() for move in stored}
        acknowledged_here = digests_by_game.pop(game.public_id)
        assert acknowledged_here.items() <= digests.items()
        assert acknowledged_here == digests or game.public_id in unattended
        count += len(stored)
    assert not digests_by_game, "games that were acknowledged are lost"
    assert StoredAnswer.objects.count() == len(acknowledged)
    return count


def assert_log_holds(game: str) -> int:
    """Check one game's log and position; return its version."""
    row = Game.objects.get(pk=ids.from_text(game) or 0)
    verdict = replay.verify(row)
    assert verdict.holds, verdict.failure
    head = heads.load(row.pk)
    assert (head.version, head.state) == (verdict.moves, verdict.state)
    assert Move.objects.filter(game=row).count() == head.version
    return head.version


def _digests(acknowledged: Sequence[Acknowledged]) -> dict[str, dict[int, str]]:
    """Return the acknowledged digests by game and move; each move belongs to one command."""
    found: dict[str, dict[int, str]] = {}
    for each in acknowledged:
        moves = found.setdefault(each.game, {})
        for number, digest in each.moves:
            assert number not in moves, f"move {number} of {each.game} was acknowledged twice"
            moves[number] = digest
    return found

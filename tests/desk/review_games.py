"""Steps for tests of figures: from packs that a test names, or of whole random games."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.desk.review.records import Step
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.state import NEW, State
from games.log.reader import LoggedMove
from tests import builders
from tests.engine.games import Setting, play
from tests.tables import script

BEGIN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)


def steps_of(setting: Setting) -> Iterator[Step]:
    """Play a game by its setting."""
    for number, move in enumerate(play(setting), 1):
        seat = getattr(move.command, "seat", None)
        logged = LoggedMove(number, seat, move.command, move.events, BEGIN, b"")
        yield Step(logged, move.before, move.after)


def dealt(pack: str, *played: Command, seats: int = 2, each: int = 2, **options: Any) -> list[Step]:
    """Deal ``each`` cards to every seat, one to each in turn from seat 0, and play on from
    there.
    """
    rules = builders.rules("classic", hand_size=each, **options)
    return replayed(script(rules, seats, builders.pack(pack), *played))


def replayed(
    moves: Sequence[tuple[int | None, Command]],
    *,
    start: State = NEW,
    seconds: Sequence[float] = (),
) -> list[Step]:
    """Play moves on; the last ones come so many seconds after the move before, the others at
    once.
    """
    waits = [0.0] * (len(moves) - len(seconds)) + list(seconds)
    steps, state, at = [], start, BEGIN
    for number, ((seat, command), wait) in enumerate(zip(moves, waits, strict=True), 1):
        at += timedelta(seconds=wait)
        events, after = step(state, command)
        steps.append(Step(LoggedMove(number, seat, command, events, at, b""), state, after))
        state = after
    return steps

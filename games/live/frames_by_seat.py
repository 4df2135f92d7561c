"""Write moves and positions as JSON and frames for several viewers: what all see is written once.

The bytes are those of ``answers``. ``engine.view`` alone decides which parts are private.
"""

from collections.abc import Mapping
from typing import Any

import orjson

from games.engine import view
from games.engine.cards import Seat
from games.engine.rules import Rules
from games.live.frames import Frame, FrameWriter
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.play import seats
from games.play.api import position_answers


class RenderedMove:
    """The JSON of one move, for any viewer."""

    __slots__ = ("_json", "_move", "_rules", "number")

    def __init__(self, move: LoggedMove, rules: Rules) -> None:
        self.number = move.number
        self._move, self._rules = move, rules
        self._json: dict[Seat | None, bytes] = {}

    def json(self, viewer: Seat | None) -> bytes:
        """Return what ``answers.move`` returns, as JSON."""
        if not any(view.is_private_event(event, viewer) for event in self._move.events):
            viewer = None
        if viewer not in self._json:
            self._json[viewer] = orjson.dumps(
                position_answers.move(self._move, viewer, self._rules)
            )
        return self._json[viewer]


class RenderedPosition:
    """The JSON of the position at a head, for any viewer.

    The head's own seat does not matter.
    """

    __slots__ = ("_first", "_outcome", "_seats", "_state")

    def __init__(self, head: GameHead) -> None:
        state = self._state = head.state
        self._first = _members({**position_answers.log_head(head), **view.play_view(state, None)})
        self._seats = [
            orjson.dumps(view.seat_view(state, seat, None)) for seat in range(state.seats)
        ]
        self._outcome = _members(view.outcome_view(state, None))

    def json(self, viewer: Seat | None, last_move: bytes) -> bytes:
        """Return ``position_answers.position`` as JSON, with the JSON of the last move."""
        state = self._state
        seats, outcome = self._seats, self._outcome
        if viewer is not None:
            seats = [
                orjson.dumps(view.seat_view(state, seat, viewer))
                if view.is_private_seat(seat, viewer)
                else public
                for seat, public in enumerate(seats)
            ]
            if view.is_private_outcome(state, viewer):
                outcome = _members(view.outcome_view(state, viewer))
        own = _members(view.viewer_view(state, viewer))
        return b'{%b,"seats":[%b],%b,%b,"last_move":%b}' % (
            self._first,
            b",".join(seats),
            outcome,
            own,
            last_move,
        )


def _members(members: Mapping[str, Any]) -> bytes:
    """Return the JSON of an object without its braces."""
    return orjson.dumps(members)[1:-1]


class FramesBySeat:
    """Some moves as frames, rendered when the first reader of a seat needs them, and written once
    for each format. What all viewers see is rendered once.

    With the head after the last move, that move can carry the state.
    """

    def __init__(
        self, moves: tuple[LoggedMove, ...], rules: Rules, head: GameHead | None = None
    ) -> None:
        self.first, self.last = (moves[0].number, moves[-1].number) if moves else (0, 0)
        self.departures = tuple(
            (move.number, seat, has_left)
            for move in moves
            for seat, has_left in seats.departures(move.events)
        )
        """The moves in which a player left or came back, oldest first: number, seat, and whether it
        left.
        """
        self._moves = [RenderedMove(move, rules) for move in moves]
        self._head = head
        self._position: RenderedPosition | None = None
        self._written: dict[tuple[FrameWriter, Seat | None, int, int, bool], bytes] = {}

    def between(
        self,
        after: int,
        until: int,
        viewer: Seat | None,
        writer: FrameWriter,
        *,
        with_state: bool = False,
    ) -> bytes:
        """Return the written frames of the moves after one number, up to another.

        ``with_state`` adds the viewer's state to the last move, if the head was read with it.
        """
        start, end = max(after + 1 - self.first, 0), until + 1 - self.first
        head = self._head if with_state and until == self.last else None
        key = writer, viewer, start, end, head is not None
        if key not in self._written:
            shown = [
                Frame("move", move.json(viewer), move.number)
                for move in self._moves[start : end if head is None else end - 1]
            ]
            if head is not None:
                shown.append(self._newest(head._replace(seat=viewer)))
            self._written[key] = b"".join(map(writer.write, shown))
        return self._written[key]

    def _newest(self, head: GameHead) -> Frame:
        """Return the last move with the state after it, for the viewer at the head."""
        if self._position is None:
            self._position = RenderedPosition(head)
        move = self._moves[-1].json(head.viewer)
        state = self._position.json(head.viewer, last_move=move)
        return Frame("move", b'%b,"state":%b}' % (move[:-1], state), self.last)

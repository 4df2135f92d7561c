"""Write moves and positions as JSON for several viewers: what all of them see is written once.

The bytes are those of ``answers``. ``engine.view`` alone decides which parts are private.
"""

from collections.abc import Mapping
from typing import Any

import orjson

from games.engine import view
from games.engine.cards import Seat
from games.engine.rules import Rules
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.play.api.positions import answers


class SplicedMove:
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
            self._json[viewer] = orjson.dumps(answers.move(self._move, viewer, self._rules))
        return self._json[viewer]


class SplicedPosition:
    """The JSON of the position at a head, for any viewer.

    The head's own seat does not matter.
    """

    __slots__ = ("_first", "_outcome", "_seats", "_state")

    def __init__(self, head: GameHead) -> None:
        state = self._state = head.state
        self._first = _members({**answers.log_head(head), **view.play_view(state, None)})
        self._seats = [
            orjson.dumps(view.seat_view(state, seat, None)) for seat in range(state.seats)
        ]
        self._outcome = _members(view.outcome_view(state, None))

    def json(self, viewer: Seat | None, last_move: bytes) -> bytes:
        """Return what ``answers.position`` returns, with the JSON of the last move, as JSON."""
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

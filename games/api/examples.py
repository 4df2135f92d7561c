"""Requests and responses for the documentation, taken from one short game that the engine plays at import."""

from datetime import UTC, datetime, timedelta
from typing import Any

from drf_spectacular.utils import OpenApiExample

from games import ids
from games.api import render
from games.engine import chain, codec, commands, referee, shuffle
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.legal import asks
from games.engine.presets import PRESETS, compose
from games.engine.state import NEW
from games.engine.table import Table
from games.move_log import LoggedMove, Tail

_SEED = bytes(shuffle.SEED_BYTES)
_BEGIN = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
_GAME = ids.new_id(_BEGIN) >> 22 << 22


class _Story:
    """A game in memory, move by move, as its reader on one seat gets it."""

    def __init__(self) -> None:
        self.tail = Tail(_GAME, _SEED, 0, bytes.fromhex(shuffle.commitment(_SEED)), NEW, 0)

    def move(self, command: Command, seat: Seat | None) -> LoggedMove:
        """Append one move."""
        number = self.tail.version + 1
        events, state = step(self.tail.state, command)
        at = _BEGIN + timedelta(seconds=5 * number)
        entry = chain.entry(
            number=number,
            seat=seat,
            at=at,
            schema=codec.SCHEMA_VERSION,
            command=codec.canonical(codec.to_json(command)),
            events=codec.canonical([codec.to_json(event) for event in events]),
        )
        digest = chain.next_digest(self.tail.digest, seed=_SEED, number=number, entry=entry)
        self.tail = self.tail._replace(version=number, digest=digest, state=state)
        return LoggedMove(number, seat, command, events, at, digest)

    def referee(self) -> list[LoggedMove]:
        """Append all that the referee owes."""
        moves = []
        while (command := referee.next_command(self.tail.state, _SEED)) is not None:
            moves.append(self.move(command, None))
        return moves

    def answer(self, moves: list[LoggedMove]) -> dict[str, Any]:
        """Show moves as the answer to a command."""
        return {
            "moves": render.moves(self.tail, moves),
            "state": render.position(self.tail),
        }


def _request(value: Any) -> OpenApiExample:
    return OpenApiExample("request", value=value, request_only=True)


def _response(value: Any, status: int = 200) -> OpenApiExample:
    return OpenApiExample("response", value=value, response_only=True, status_codes=[str(status)])


_story = _Story()
_opening = [
    _story.move(commands.Create(compose("classic"), 2, shuffle.commitment(_SEED)), None),
    _story.move(commands.TakeSeat(0), 0),
]
_game = {
    "id": ids.to_text(_GAME),
    "status": "lobby",
    "preset": "classic",
    "overlays": [],
    "rules": codec.rules_to_json(compose("classic")),
    "seats": 2,
    "players": [{"seat": 0, "player": "Ann", "is_bot": False}],
    "visibility": "public",
    "spectators": True,
    "allow_bots": True,
    "join_code": None,
    "imported": False,
    "created_at": chain.time_text(_BEGIN),
    "finished_at": None,
}
_opened = _story.answer(_opening)
_join = {"entropy": "seven herrings, unforeseen"}
_joined = _story.answer([_story.move(commands.TakeSeat(1, _join["entropy"]), 1), *_story.referee()])
_first_ask = asks(Table(_story.tail.state), _story.tail.state.turn or 0)[0]
_ask = {"target": _first_ask.target, "rank": codec.to_json(_first_ask)["rank"]}
_asked_move = _story.move(_first_ask, _first_ask.seat)
_asked = _story.answer([_asked_move])
_last = render.moves(_story.tail, [_asked_move])

LIST_GAMES = [_response({"next": None, "previous": None, "results": [_game]})]
CREATE_GAME = [
    _request({"preset": "classic", "seats": 2}),
    _response({"game": _game, **_opened}, 201),
]
READ_GAME = [_response(_game)]
REMATCH = [_response(_opened)]
INVITATION = [_request({"player": "Bob"})]
REMOVAL = [_response(_opened)]
JOIN = [_request(_join), _response(_joined)]
ENTROPY = [_request({"entropy": "nine more"}), _response(_opened)]
LEAVE = [_response(_opened)]
START = [_response(_joined)]
STATE = [_response({**render.position(_story.tail), "last_move": _last[0]})]
MOVES = [_response({"game": ids.to_text(_GAME), "version": _story.tail.version, "moves": _last})]
ASK = [_request(_ask), _response(_asked)]
ANSWER = [_request({"cards": ["7H", "7S"]}), _response(_asked)]
DECLARE = [_request({"cards": ["7C", "7D", "7H", "7S"]}), _response(_asked)]
END_TURN = [_response(_asked)]
EXPOSE = [_request({"card": "7H"}), _response(_asked)]
CUT = [_request({"position": 17}), _response(_joined)]
MISDEAL = [_request({"reason": "exposed_card"}), _response(_joined)]
RESIGN = [_response(_asked)]
RULESETS = [_response(render.rulesets())]
RULESET = [_response(render.ruleset(PRESETS["classic"]))]
SOURCE = [_response(render.source("002"))]
REPLAY = [
    _response(render.past_position(_story.tail, _story.tail.state, _asked_move)),
]
VERIFICATION = [_response({"holds": True, "moves": 153, "scope": "full", "failure": None})]

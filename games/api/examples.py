"""Requests and responses for the documentation, taken from one short game."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games import ids
from games.api import render
from games.api.example_game import BEGIN, GAME, SEED, ExampleGame
from games.api.transcript_schema import TRANSCRIPT_SCHEMA
from games.engine import chain, codec, commands, shuffle
from games.engine.legal import asks
from games.engine.presets import PRESETS, compose
from games.engine.table import Table
from games.engine.transcript import read
from games.engine.verify import verify_transcript
from games.log.transcripts import MEDIA_TYPE


def _request(value: Any, name: str = "request") -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def _response(
    value: Any, status: int = 200, name: str = "response", **options: Any
) -> OpenApiExample:
    statuses = [str(status)]
    return OpenApiExample(name, value=value, response_only=True, status_codes=statuses, **options)


def _frame(value: Any) -> OpenApiExample:
    return OpenApiExample(
        value["event"],
        value=value,
        response_only=True,
        status_codes=["200"],
        media_type="text/event-stream",
    )


_story = ExampleGame()
_opening = [
    _story.move(commands.Create(compose("classic"), 2, shuffle.commitment(SEED)), None),
    _story.move(commands.TakeSeat(0), 0),
]
_game = {
    "id": ids.to_text(GAME),
    "status": "lobby",
    "preset": "classic",
    "overlays": [],
    "rules": codec.rules_to_json(compose("classic")),
    "seats": 2,
    "players": [{"seat": 0, "player": "Ann", "is_bot": False, "bot": None}],
    "visibility": "public",
    "spectators": True,
    "allow_bots": True,
    "join_code": None,
    "imported": False,
    "created_at": chain.time_text(BEGIN),
    "finished_at": None,
}
_opened = _story.answer(_opening)
_join = {"entropy": "seven herrings, unforeseen"}
_joined = _story.answer([_story.move(commands.TakeSeat(1, _join["entropy"]), 1), *_story.referee()])
_before = {**render.position(_story.tail), "last_move": _joined["moves"][-1]}
_first_ask = asks(Table(_story.tail.state), _story.tail.state.turn or 0)[0]
_ask = {"target": _first_ask.target, "rank": codec.to_json(_first_ask)["rank"]}
_asked_move = _story.move(_first_ask, _first_ask.seat)
_asked = _story.answer([_asked_move])
_last = render.moves(_story.tail, [_asked_move])
_state = {**render.position(_story.tail), "last_move": _last[0]}
_past = render.past_position(_story.tail, _story.tail.state, _asked_move)
_resigned = _story.answer([_story.move(commands.Resign(1), 1)])
_transcript = _story.transcript()
_concern = {
    "game": ids.to_text(GAME),
    "version": _asked_move.number,
    "status": "running",
    "seat": 0,
    "your_turn": True,
}

LIST_GAMES = [_response({"next": None, "previous": None, "results": [_game]})]
CREATE_GAME = [
    _request({"preset": "classic", "seats": 2}),
    _response({"game": _game, **_opened}, 201),
]
READ_GAME = [_response(_game)]
REMATCH = [_response(_opened)]
INVITATION = [_request({"player": "Bob"})]
BOT = [_request({"level": "memory"}), _response(_joined)]
REMOVAL = [_response(_opened)]
JOIN = [_request(_join), _response(_joined)]
ENTROPY = [_request({"entropy": "nine more"}), _response(_opened)]
LEAVE = [_response(_opened)]
START = [_response(_joined)]
STATE = [_response(_state)]
MOVES = [_response({"game": ids.to_text(GAME), "version": _asked_move.number, "moves": _last})]
ASK = [_request(_ask), _response(_asked)]
ANSWER = [_request({"cards": ["7H", "7S"]}), _response(_asked)]
DECLARE = [_request({"cards": ["7C", "7D", "7H", "7S"]}), _response(_asked)]
END_TURN = [_request({"type": "end_turn"}), _response(_asked)]
EXPOSE = [_request({"card": "7H"}), _response(_asked)]
CUT = [_request({"position": 17}), _response(_joined)]
MISDEAL = [_request({"reason": "exposed_card"}), _response(_joined)]
RESIGN = [_request({"type": "resign"}), _response(_resigned)]
RULESETS = [_response(render.rulesets())]
RULESET = [_response(render.ruleset(PRESETS["classic"]))]
SOURCE = [_response(render.source("002"))]
REPLAY = [_response(_past)]
TRANSCRIPT = [_response(_transcript, name="transcript", media_type=MEDIA_TYPE)]
TRANSCRIPT_FORM = [
    # Abridged: the whole is as long as a tenth of this document.
    _response({name: TRANSCRIPT_SCHEMA[name] for name in ("$schema", "title", "type", "required")})
]
VERIFICATION = [
    _request(_transcript, "transcript"),
    _response(render.verdict(verify_transcript(read(_transcript)))),
]
STREAM = [
    _frame({"id": _before["version"], "event": "state", "data": _before}),
    _frame({"id": _asked_move.number, "event": "move", "data": _last[0]}),
    _frame({"event": "end", "data": {"reason": "stopping"}}),
]
ACCOUNT_STREAM = [
    _frame({"event": "snapshot", "data": {"games": [_concern], "unread_notices": 0}}),
    _frame({"event": "game", "data": {**_concern, "what": ["your_turn"]}}),
    _frame({"event": "notices", "data": {"unread_notices": 1}}),
    _frame({"event": "end", "data": {"reason": "invalid_token"}}),
]
STREAM_TICKET = [
    _response({"ticket": "WzEsMF0:1vcxYk:" + 43 * "0", "expires_at": chain.time_text(BEGIN)}, 201)
]
PRESENCE = [
    _response(
        {
            "game": ids.to_text(GAME),
            "seats": [{"seat": 0, "seen_seconds_ago": 2}, {"seat": 1, "seen_seconds_ago": None}],
            "spectators": 3,
        }
    )
]

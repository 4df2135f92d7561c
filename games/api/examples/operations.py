"""Requests and responses for the documentation, taken from one short game."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from drf_spectacular.utils import OpenApiExample

from api_kit.ndjson import NDJSON
from api_kit.openapi import document
from games import ids
from games.api.examples.example_game import BEGIN, GAME, SEED, ExampleGame
from games.api.feeds.frames import FrameFormat
from games.api.history import render as history_render
from games.api.history.transcript_schema import TRANSCRIPT_SCHEMA
from games.api.positions import render
from games.api.problems import PROBLEMS
from games.api.rulesets import render as rulesets_render
from games.engine import chain, codec, commands, shuffle
from games.engine.legal import asks
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.engine.table import Table
from games.engine.transcript_parser import read
from games.engine.verify import verify_transcript
from games.log.transcripts import MEDIA_TYPE


def _request(value: Any, name: str = "request") -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def _response(
    value: Any, status: int = 200, name: str = "response", **options: Any
) -> OpenApiExample:
    statuses = [str(status)]
    return OpenApiExample(name, value=value, response_only=True, status_codes=statuses, **options)


def _frames(*values: Any) -> list[OpenApiExample]:
    """Return each frame as an example of every format of streams."""
    return [
        _response(value, name=value["type"], media_type=each.value)
        for each in FrameFormat
        for value in values
    ]


def _lines(entry: Any, end: Any) -> list[OpenApiExample]:
    """Return a line of a list, and its last line."""
    return [
        _response(entry, name="line", media_type=NDJSON),
        _response(end, name="last_line", media_type=NDJSON),
    ]


@cache
def by_operation() -> Mapping[str, Sequence[OpenApiExample]]:
    """Return the examples of each operation by its id.

    Plays a short game, so only the schema calls this.
    """
    example = ExampleGame()
    opening = [
        example.move(commands.Create(compose("classic"), 2, shuffle.commitment(SEED)), None),
        example.move(commands.TakeSeat(0), 0),
    ]
    game = {
        "id": ids.to_text(GAME),
        "status": "lobby",
        "preset": "classic",
        "overlays": [],
        "rules": codec.rules_to_json(compose("classic")),
        "seats": 2,
        "players": [
            {
                "seat": 0,
                "player": "Ann",
                "display_name": "Ann of Oz",
                "kind": "person",
                "is_bot": False,
                "bot": None,
                "online": True,
            }
        ],
        "host": 0,
        "visibility": "public",
        "spectators": True,
        "allow_bots": True,
        "turn_seconds": None,
        "on_abandon": "end",
        "join_code": None,
        "watch_code": None,
        "imported": False,
        "rematch": None,
        "rematch_of": None,
        "created_at": chain.time_text(BEGIN),
        "finished_at": None,
        "version": 2,
        "turn": None,
        "to_act": None,
        "deadline": chain.time_text(BEGIN + timedelta(hours=24)),
        "scores": None,
        "winners": None,
    }
    entry = {name: value for name, value in game.items() if name != "rules"}
    opened = example.answer(opening)
    join = {"entropy": "seven herrings, unforeseen"}
    joined = example.answer(
        [example.move(commands.TakeSeat(1, join["entropy"]), 1), *example.referee()]
    )
    before = {**render.position(example.head), "last_move": joined["moves"][-1]}
    first_ask = asks(Table(example.head.state), example.head.state.turn or 0)[0]
    ask = {"target": first_ask.target, "rank": codec.to_json(first_ask)["rank"]}
    asked_move = example.move(first_ask, first_ask.seat)
    asked = example.answer([asked_move])
    last = render.moves(example.head, [asked_move])
    state = {**render.position(example.head), "last_move": last[0]}
    past = history_render.past_position(example.head, example.head.state, asked_move)
    resigned = example.answer([example.move(commands.Resign(1), 1)])
    transcript = example.transcript()
    concern = {
        "game": ids.to_text(GAME),
        "version": asked_move.number,
        "status": "running",
        "seat": 0,
        "your_turn": True,
    }
    players = [{"seat": 0, "username": "Ann"}, {"seat": 1, "username": "Bob"}]
    names = {"annotations": {"players": players}}
    ticket = {"ticket": "WzEsMF0:1vcxYk:" + 43 * "0", "expires_at": chain.time_text(BEGIN)}
    not_opened = {"status": 404, "problem": document(PROBLEMS["no_such_bot"])}
    of_game = {"game": ids.to_text(GAME)}
    in_game = [
        {"type": "state", "id": before["version"], "data": before},
        {"type": "players", "data": {**of_game, "players": game["players"]}},
        {"type": "move", "id": asked_move.number, "data": {**of_game, **last[0], "state": state}},
        {"type": "end", "data": {**of_game, "reason": "game_over"}},
    ]

    return {
        "list_games": [
            _response({"next": None, "previous": None, "results": [entry]}),
            *_lines(entry, {"next": None}),
        ],
        "list_player_games": [
            _response({"next": None, "previous": None, "results": [entry]}),
            *_lines(entry, {"next": None}),
        ],
        "read_tv": [_response({"channels": [{"channel": "best", "game": entry}]})],
        "create_game": [
            _request({"preset": "classic", "seats": 2}),
            _response({"game": game, **opened}, 201),
        ],
        "create_games": [
            _request(
                {
                    "games": [
                        {"seats": 2, "invite": ["Bob"]},
                        {"seats": 2, "take_seat": False, "own_bots": ["Robo", "Robi"]},
                    ]
                }
            ),
            _response({"results": [{"status": 201, "game": entry}, not_opened]}),
        ],
        "read_game": [_response(game)],
        "rematch": [_response(opened)],
        "invite": [_request({"player": "Bob"})],
        "list_invitations": [
            _response(
                {
                    "invitations": [
                        {
                            "player": "Bob",
                            "at": chain.time_text(BEGIN),
                            "declined_at": chain.time_text(BEGIN),
                            "reason": "later",
                        }
                    ]
                }
            )
        ],
        "decline": [_request({"reason": "later"})],
        "read_invitation_link": [
            _response(
                {
                    "game": ids.to_text(GAME),
                    "join_code": "7WQ2FXMK",
                    "url": (
                        link := f"https://play.example.org/#game={ids.to_text(GAME)}&code=7WQ2FXMK"
                    ),
                    "text": f"Join my game of Go Fish: {link}",
                    "qr": "<svg>…</svg>",
                }
            )
        ],
        "seat_bot": [_request({"level": "memory"}), _response(joined)],
        "remove_player": [_response(opened)],
        "join": [_request(join), _response(joined)],
        "add_entropy": [_request({"entropy": "nine more"}), _response(opened)],
        "leave": [_response(opened)],
        "start": [_response(joined)],
        "read_state": [_response(state)],
        "read_moves": [
            _response({"game": ids.to_text(GAME), "version": asked_move.number, "moves": last}),
            *_lines(last[0], {"next": None, "version": asked_move.number}),
        ],
        "ask": [_request(ask), _response(asked)],
        "answer": [_request({"cards": ["7H", "7S"]}), _response(asked)],
        "declare": [_request({"cards": ["7C", "7D", "7H", "7S"]}), _response(asked)],
        "end_turn": [_request({"type": "end_turn"}), _response(asked)],
        "expose": [_request({"card": "7H"}), _response(asked)],
        "cut": [_request({"position": 17}), _response(joined)],
        "misdeal": [_request({"reason": "exposed_card"}), _response(joined)],
        "resign": [_request({"type": "resign"}), _response(resigned)],
        "list_rulesets": [_response(rulesets_render.rulesets())],
        "read_ruleset": [_response(rulesets_render.ruleset(PRESETS["classic"]))],
        "read_source": [_response(rulesets_render.source("002"))],
        "read_replay": [_response(past)],
        "read_transcript": [
            _response({**transcript, **names}, name="transcript", media_type=MEDIA_TYPE)
        ],
        "read_transcript_schema": [
            # Abridged: the full schema is a tenth as long as this document.
            _response(
                {name: TRANSCRIPT_SCHEMA[name] for name in ("$schema", "title", "type", "required")}
            )
        ],
        "verify_transcript": [
            _request(transcript, "transcript"),
            _response(history_render.verdict(verify_transcript(read(transcript)))),
        ],
        "stream_game": _frames(
            {"type": "state", "id": before["version"], "data": before},
            {"type": "players", "data": {"players": game["players"]}},
            {"type": "move", "id": asked_move.number, "data": {**last[0], "state": state}},
            {"type": "time", "data": {"now": chain.time_text(BEGIN)}},
            {"type": "end", "data": {"reason": "stopping"}},
        ),
        "stream_games": [
            _request({"ids": [ids.to_text(GAME)], "after": {ids.to_text(GAME): 2}}),
            *_frames(
                {"type": "following", "data": {"games": [ids.to_text(GAME)], "errors": []}},
                {"type": "time", "data": {"now": chain.time_text(BEGIN)}},
                *in_game,
            ),
        ],
        "stream_tv": _frames(
            {"type": "channel", "data": {**of_game, "channel": "best", "details": entry}},
            *in_game,
            {"type": "time", "data": {"now": chain.time_text(BEGIN)}},
        ),
        "stream_account": _frames(
            {"type": "snapshot", "data": {"games": [concern], "unread_notices": 0}},
            {"type": "game", "data": {**concern, "what": ["your_turn"]}},
            {"type": "notices", "data": {"unread_notices": 1}},
            {"type": "time", "data": {"now": chain.time_text(BEGIN)}},
            {"type": "end", "data": {"reason": "invalid_token"}},
        ),
        "renew_watch_code": [_response({"watch_code": "7WQ2FXMK"})],
        "create_stream_ticket": [_request({"watch_code": "7WQ2FXMK"}), _response(ticket, 201)],
        "create_account_stream_ticket": [_response(ticket, 201)],
        "read_presence": [
            _response(
                {
                    "game": ids.to_text(GAME),
                    "seats": [
                        {"seat": 0, "seen_seconds_ago": 2},
                        {"seat": 1, "seen_seconds_ago": None},
                    ],
                    "spectators": 3,
                }
            )
        ],
    }

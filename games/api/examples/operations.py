"""Requests and responses for the documentation, taken from one short game."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from drf_spectacular.utils import OpenApiExample

from api_kit.examples import request_example, response_example
from api_kit.ndjson import NDJSON
from api_kit.openapi import document
from games import ids
from games.analysis.knowledge import posterior
from games.analysis.knowledge.reading import seen_since_deal
from games.api.analyses import knowledge_render
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
from games.engine.transcript_reader import read
from games.engine.verify import verify_transcript
from games.log.transcripts import MEDIA_TYPE


def _frames(*values: Any) -> list[OpenApiExample]:
    """Return each frame as an example of every format of streams."""
    return [
        response_example(value, name=value["type"], media_type=each.value)
        for each in FrameFormat
        for value in values
    ]


def _lines(entry: Any, end: Any) -> list[OpenApiExample]:
    """Return a line of a list, and its last line."""
    return [
        response_example(entry, name="line", media_type=NDJSON),
        response_example(end, name="last_line", media_type=NDJSON),
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
        "ratings": [{"seat": 0, "rating": 31.42, "uncertainty": 5.61, "provisional": False}],
        "host": 0,
        "visibility": "public",
        "spectators": True,
        "allow_bots": True,
        "emotes": True,
        "turn_seconds": None,
        "on_abandon": "end",
        "aids": False,
        "rated": False,
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
    seen = seen_since_deal(example.events(), compose("classic"), 0)
    found = posterior.knowledge(seen, compose("classic"), seats=2)
    known = knowledge_render.knowledge(GAME, asked_move.number, 0, found)
    # Abridged: the full lists have 52 cards, and every rank for each seat.
    known = {**known, "cards": known["cards"][:3], "ranks": known["ranks"][:4]}
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
        {"type": "emote", "data": {**of_game, "seat": 1, "emote": "oops"}},
        {"type": "end", "data": {**of_game, "reason": "game_over"}},
    ]

    return {
        "list_games": [
            response_example({"next": None, "previous": None, "results": [entry]}),
            *_lines(entry, {"next": None}),
        ],
        "list_player_games": [
            response_example({"next": None, "previous": None, "results": [entry]}),
            *_lines(entry, {"next": None}),
        ],
        "read_tv": [response_example({"channels": [{"channel": "best", "game": entry}]})],
        "create_game": [
            request_example({"preset": "classic", "seats": 2}),
            response_example({"game": game, **opened}, 201),
        ],
        "create_games": [
            request_example(
                {
                    "games": [
                        {"seats": 2, "invite": ["Bob"]},
                        {"seats": 2, "take_seat": False, "own_bots": ["Robo", "Robi"]},
                    ]
                }
            ),
            response_example({"results": [{"status": 201, "game": entry}, not_opened]}),
        ],
        "read_game": [response_example(game)],
        "rematch": [response_example(opened)],
        "invite": [request_example({"player": "Bob"})],
        "list_invitations": [
            response_example(
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
        "decline": [request_example({"reason": "later"})],
        "read_invitation_link": [
            response_example(
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
        "seat_bot": [request_example({"level": "memory"}), response_example(joined)],
        "remove_player": [response_example(opened)],
        "join": [request_example(join), response_example(joined)],
        "add_entropy": [request_example({"entropy": "nine more"}), response_example(opened)],
        "leave": [response_example(opened)],
        "start": [response_example(joined)],
        "read_state": [response_example(state)],
        "read_moves": [
            response_example(
                {"game": ids.to_text(GAME), "version": asked_move.number, "moves": last}
            ),
            *_lines(last[0], {"next": None, "version": asked_move.number}),
        ],
        "ask": [request_example(ask), response_example(asked)],
        "answer": [request_example({"cards": ["7H", "7S"]}), response_example(asked)],
        "declare": [request_example({"cards": ["7C", "7D", "7H", "7S"]}), response_example(asked)],
        "end_turn": [request_example({"type": "end_turn"}), response_example(asked)],
        "expose": [request_example({"card": "7H"}), response_example(asked)],
        "cut": [request_example({"position": 17}), response_example(joined)],
        "misdeal": [request_example({"reason": "exposed_card"}), response_example(joined)],
        "send_emote": [request_example({"emote": "good_game"})],
        "resign": [request_example({"type": "resign"}), response_example(resigned)],
        "list_rulesets": [response_example(rulesets_render.rulesets())],
        "read_ruleset": [response_example(rulesets_render.ruleset(PRESETS["classic"]))],
        "read_source": [response_example(rulesets_render.source("002"))],
        "read_replay": [response_example(past)],
        "read_knowledge": [response_example(known)],
        "read_transcript": [
            response_example({**transcript, **names}, name="transcript", media_type=MEDIA_TYPE)
        ],
        "read_transcript_schema": [
            # Abridged: the full schema is a tenth as long as this document.
            response_example(
                {name: TRANSCRIPT_SCHEMA[name] for name in ("$schema", "title", "type", "required")}
            )
        ],
        "verify_transcript": [
            request_example(transcript, "transcript"),
            response_example(history_render.verdict(verify_transcript(read(transcript)))),
        ],
        "stream_game": _frames(
            {"type": "state", "id": before["version"], "data": before},
            {"type": "players", "data": {"players": game["players"]}},
            {"type": "move", "id": asked_move.number, "data": {**last[0], "state": state}},
            {"type": "emote", "data": {"seat": 1, "emote": "oops"}},
            {"type": "time", "data": {"now": chain.time_text(BEGIN)}},
            {"type": "end", "data": {"reason": "stopping"}},
        ),
        "stream_games": [
            request_example({"ids": [ids.to_text(GAME)], "after": {ids.to_text(GAME): 2}}),
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
        "renew_watch_code": [response_example({"watch_code": "7WQ2FXMK"})],
        "create_stream_ticket": [
            request_example({"watch_code": "7WQ2FXMK"}),
            response_example(ticket, 201),
        ],
        "create_account_stream_ticket": [response_example(ticket, 201)],
        "read_presence": [
            response_example(
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

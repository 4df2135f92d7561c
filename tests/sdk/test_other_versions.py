"""The client plays with a server of release 0.1.0, and with one that is newer than the client."""

import json
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from gofishkit import Game
from gofishkit.commands.look import line_of
from tests.sdk.scripted import Answer, client_of

ANSWERS = json.loads((Path(__file__).parent / "answers" / "0.1.0.json").read_text())
"""What a server of 0.1.0 sent to a client that asked four times and resigned."""
NEW_EVENT = {"type": "song_sung", "seat": 0, "verses": [1, 2]}
NEW_ACTION = {"type": "sing", "verses": 2}
NEW_FRAMES = ({"type": "weather", "data": {"sky": "blue"}}, {"type": "bell"})

Change = Callable[[Any], Any]


def as_released(value: Any) -> Any:
    return value


def grown(value: Any) -> Any:
    """Return an answer with what a later release may add: members, options, events and actions."""
    if isinstance(value, list):
        return [grown(each) for each in value]
    if not isinstance(value, dict):
        return value
    more = {name: grown(each) for name, each in value.items()} | {"mood": {"level": 3}}
    if "events" in more:
        more["events"] = [NEW_EVENT, *more["events"], NEW_EVENT]
    if more.get("legal_actions"):
        more["legal_actions"] = [NEW_ACTION, *more["legal_actions"]]
    return more


def server(change: Change) -> Callable[[httpx.Request], Answer]:
    """Return a service that gives each request the answers of the release in turn, changed."""
    left = defaultdict[str, deque[httpx.Response]](deque)
    for each in ANSWERS:
        values = [json.loads(line) for line in each["content"].splitlines() if line]
        frames = NEW_FRAMES if each["request"].endswith("/stream") and change is grown else ()
        lines = [json.dumps(value) + "\n" for value in (*frames, *map(change, values))]
        left[each["request"]].append(httpx.Response(each["status"], text="".join(lines)))
    return lambda request: left[f"{request.method} {request.url.path[len('/api/v1') :]}"].popleft()


@pytest.mark.parametrize("change", [as_released, grown])
def test_a_game_is_played_to_its_end(change: Change) -> None:
    client, service = client_of(server(change))

    game = Game.against(client, "random")
    for _ in game.frames():
        while game.my_turn:
            asks = [each for each in game.legal_actions if each["type"] == "ask"]
            if len(service.requests) < 6:
                game.act(asks[0])
            else:
                game.resign()

    sent = [request.url.path.rpartition("/")[2] for request in service.requests]
    assert sent == ["games", "stream", *["ask"] * 4, "resign", "state"]
    assert game.is_over and not game.has_won
    known = [event["type"] for event in game.history if event["type"] != NEW_EVENT["type"]]
    assert known[-2:] == ["resigned", "game_over"]
    assert (len(known) < len(game.history)) == (change is grown)


@pytest.mark.parametrize("change", [as_released, grown])
def test_a_finished_game_is_read(change: Change) -> None:
    client, _ = client_of(server(change))
    game = Game.against(client, "random").id

    moves = client.read_moves(game)["moves"]

    assert [move["number"] for move in moves] == [*range(1, len(moves) + 1)]
    assert line_of(moves[-1]).count("over, ") == 1
    assert client.read_game(game)["status"] == "over"
    assert client.read_transcript(game)["version"] == 1
    assert isinstance(client.list_games(status="over")["results"], list)

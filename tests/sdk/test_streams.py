"""Streams of many games and of TV resume by game, and a later server's frames end none."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from gofishkit import Game, StreamLost
from gofishkit.api.types import FINAL_REASONS
from tests.sdk.scripted import QUICK, Answer, Wire, client_of, frame, move, state


def of(game: str, kind: str, data: dict[str, Any], number: int | None = None) -> bytes:
    """Return a frame of one game in a stream of many."""
    return frame(kind, {"game": game, **data}, number)


FIRST = [
    frame("following", {"games": ["a", "b"], "errors": []}),
    of("a", "state", state(7), 7),
    of("a", "players", {"players": []}),
    of("b", "state", state(2), 2),
    of("b", "players", {"players": []}),
    frame("time", {"now": "2026-01-05T18:30:00Z"}),
]
MOVES = [
    of("b", "move", move(3), 3),
    of("a", "move", move(8), 8),
    of("b", "move", move(4), 4),
    of("b", "end", {"reason": "game_over"}),
    of("a", "move", move(9), 9),
    of("a", "end", {"reason": "game_over"}),
    frame("end", {"reason": "no_games_left"}),
]


def following(cut: int) -> Callable[[httpx.Request], Answer]:
    """Return a service that follows two games; its first connection is cut after some bytes."""
    cuts = iter([cut])

    def answer(request: httpx.Request) -> Answer:
        asked = json.loads(request.content)
        lines = [
            line
            for line in (*FIRST, *MOVES)
            if is_asked_for(json.loads(line), asked["ids"], asked.get("after", {}))
        ]
        return httpx.Response(200, stream=Wire(b"".join(lines), next(cuts, None)))

    return answer


def is_asked_for(shown: dict[str, Any], ids: list[str], after: dict[str, int]) -> bool:
    game = shown["data"].get("game")
    return game is None or (game in ids and shown.get("id", 99) > after.get(game, -1))


def test_a_stream_of_many_games_that_is_cut_at_any_byte_gives_each_move_once() -> None:
    for cut in range(0, len(b"".join((*FIRST, *MOVES))) + 1, 7):
        client, _ = client_of(following(cut))
        given: dict[str, list[int]] = {"a": [], "b": []}

        for each in client.stream_games(ids=["a", "b"]):
            if each["type"] == "move":
                given[each["data"]["game"]].append(each["data"]["number"])

        assert given == {"a": [8, 9], "b": [3, 4]}, cut


def test_tv_goes_on_after_the_end_of_a_game() -> None:
    first = [
        frame("channel", {"channel": "best", "details": {}}),
        of("a", "state", state(7), 7),
        of("a", "move", move(8), 8),
        of("a", "end", {"reason": "moved_on"}),
        of("b", "state", state(2), 2),
        of("b", "move", move(3), 3),
        of("b", "end", {"reason": "game_over"}),
    ]
    later = [of("c", "state", state(5), 5), of("c", "move", move(6), 6)]
    client, service = client_of(
        lambda request: httpx.Response(200, content=b"".join((first, later)[connection()]))
    )

    def connection() -> int:
        return len(service.requests) > 1

    given = []
    for each in client.stream_tv():
        if each["type"] == "move":
            given.append(each["data"]["number"])
        if len(given) == 3:
            break

    assert given == [8, 3, 6]
    assert len(service.requests) == 2


def test_an_end_for_an_unknown_reason_does_not_end_a_game() -> None:
    def answer(request: httpx.Request) -> Answer:
        if request.url.path.endswith("/state"):
            return httpx.Response(200, json=state(2, phase="over"))
        lines = [frame("state", state(1), 1), frame("end", {"reason": "rebalanced"})]
        if len(service.requests) > 1:
            lines = [
                frame("move", {**move(2), "state": state(2, phase="over")}, 2),
                frame("end", {"reason": "game_over"}),
            ]
        return httpx.Response(200, content=frame("move", move(1), 1) + b"".join(lines))

    client, service = client_of(answer)

    game = Game(client, "g")

    assert [each["number"] for each in game] == [1, 2]
    assert game.is_over


@pytest.mark.parametrize("reason", FINAL_REASONS)
def test_a_stream_that_has_ended_for_good_is_not_opened_again(reason: str) -> None:
    client, service = client_of(
        lambda request: httpx.Response(200, content=frame("end", {"reason": reason}))
    )

    assert [each["data"] for each in client.stream_game("g")] == [{"reason": reason}]
    assert len(service.requests) == 1


@pytest.mark.parametrize("reason", ["stopping", "rebalanced"])
def test_a_server_that_ends_each_stream_at_once_is_not_asked_for_ever(reason: str) -> None:
    lines = [
        frame("state", state(2), 0),
        frame("players", {"players": []}),
        frame("weather", {"sun": True}),
        frame("time", {"now": "2026-01-05T18:30:00Z"}),
        frame("end", {"reason": reason}),
    ]
    client, service = client_of(lambda request: httpx.Response(200, content=b"".join(lines)))

    with pytest.raises(StreamLost):
        [*client.stream_game("g", after=0)]

    assert len(service.requests) == QUICK.attempts


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b'{"data": {}}',
        b'{"type": null, "data": {}}',
        b'{"type": ["move"], "data": {}}',
        b'{"type": "weather"}',
        b'{"type": "weather", "data": []}',
        b'{"type": "weather", "data": {"id": 1}, "id": "\\u2028"}',
        b'{"type": "end", "data": {"reason": {"of": "a later version"}, "game": ""}}',
    ],
)
def test_frames_of_a_later_version_are_passed_over(line: bytes) -> None:
    last = frame("move", {**move(1), "state": state(1, phase="over"), "mood": {}}, 1)
    lines = frame("state", state(0), 0) + line + b"\n" + last
    over = lines + frame("end", {"reason": "game_over", "advice": "Rest."})

    def answer(request: httpx.Request) -> Answer:
        if request.url.path.endswith("/state"):
            return httpx.Response(200, json=state(1, phase="over"))
        return httpx.Response(200, content=over)

    client, _ = client_of(answer)
    game = Game(client, "g")

    assert [each["number"] for each in game] == [1]
    assert game.is_over

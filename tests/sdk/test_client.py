"""What a client survives: lost answers, limits, cut streams, and things that it does not know."""

import inspect
import json
import traceback
from collections import defaultdict, deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from gofishkit import (
    AsyncClient,
    Client,
    Game,
    NoAnswer,
    Refused,
    ServiceError,
    StreamLost,
    problems,
)
from gofishkit.api.types import FINAL_REASONS
from gofishkit.commands.look import line_of
from tests.contract.changes import read
from tests.sdk.running import QUICK, Answer, Wire, client_of, frame, in_turn, move, problem, state
from tests.servers import ROOT

LOST = httpx.ReadError("The connection was cut.")
DOWN = httpx.ConnectError("No server listens.")
ANSWER = {"moves": [], "state": state(7)}


def ask(client: Client) -> object:
    return client.ask("g", target=1, rank="7")


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param([LOST, LOST], id="answers are lost"),
        pytest.param([DOWN, LOST, DOWN], id="the server restarts"),
        pytest.param([problem(429, "rate_limited", Retry_After="0")], id="429"),
        pytest.param([problem(500, "internal_error")], id="500"),
        pytest.param([httpx.Response(200, content=b'{"moves": [')], id="the answer is not whole"),
    ],
)
def test_the_retries_of_a_command_have_one_key(faults: list[Answer]) -> None:
    client, service = client_of(in_turn(*faults, httpx.Response(200, json=ANSWER)))

    assert ask(client) == ANSWER

    assert len(service.requests) == len(faults) + 1
    assert len({request.headers["Idempotency-Key"] for request in service.requests}) == 1
    assert len({request.content for request in service.requests}) == 1


def test_a_limit_that_lasts_long_is_an_exception_with_its_seconds() -> None:
    client, service = client_of(lambda request: problem(429, "rate_limited", Retry_After="3600"))

    with pytest.raises(problems.RateLimited) as refused:
        ask(client)

    assert refused.value.retry_after == 3600
    assert len(service.requests) == 1


def test_what_could_be_done_twice_is_not_sent_again() -> None:
    client, service = client_of(lambda request: LOST)

    with pytest.raises(NoAnswer):
        client.register(username="Ada", password="seven-herrings-swim")

    assert len(service.requests) == 1


@pytest.mark.parametrize(
    ("call", "kind"),
    [(Client.read_me, NoAnswer), (lambda client: [*client.stream_game("g")], StreamLost)],
)
def test_a_server_that_is_not_there_is_named_soon_and_ends_with_one_exception(
    call: Callable[[Client], object], kind: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    client, service = client_of(lambda request: DOWN)

    with pytest.raises(kind) as raised:
        call(client)

    assert len(service.requests) == QUICK.attempts
    [warning] = caplog.messages
    assert client.server in warning
    assert raised.value.__suppress_context__, "a traceback of one exception"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (problem(422, "rank_not_held"), problems.RankNotHeld),
        (problem(418, "of_a_later_version"), Refused),
        (httpx.Response(404, text="<html>"), Refused),
    ],
)
def test_a_refusal_is_an_exception_by_code(answer: httpx.Response, kind: type[Refused]) -> None:
    client, service = client_of(lambda request: answer)

    with pytest.raises(Refused) as refused:
        ask(client)

    assert type(refused.value) is kind
    assert refused.value.status == answer.status_code
    assert len(service.requests) == 1


def test_no_text_shows_the_token() -> None:
    client, _ = client_of(lambda request: LOST)

    with pytest.raises(NoAnswer) as lost:
        client.read_me()

    assert "gf_" not in repr(client) + repr(lost.value) + str(lost.value)


@pytest.mark.parametrize("token", ["gf_secret\r\nX: 1", "gf_secr\u00e9t"])
def test_a_token_that_cannot_be_sent_is_not_shown(token: str) -> None:
    client = Client("http://127.0.0.1:1", token, retry=QUICK)

    with pytest.raises(ServiceError) as error:
        client.read_me()

    shown = "".join(traceback.format_exception(error.value))
    assert "gf_sec" not in shown and "token" in str(error.value)


LINES = [
    frame("state", state(2), 0),
    frame("players", {"players": []}),
    frame("time", {"now": "2026-01-05T18:30:00Z"}),
    frame("move", move(1, {"type": "created"}), 1),
    b"\n",
    frame("move", move(2, {"type": "dealt"}), 2),
    frame("rumour", {"of": "a later version"}),
    frame("move", move(2, {"type": "dealt"}), 2),
    frame("move", {**move(3, {"type": "sang", "song": "♪\u2028"}), "state": state(3)}, 3),
    frame("move", {**move(4), "state": state(4, phase="over")}, 4),
    frame("end", {"reason": "game_over"}),
]


def streaming(cut: int | None) -> Callable[[httpx.Request], Answer]:
    """Return a service whose first stream is cut after some bytes, and whose others resume."""
    cuts = iter([cut])

    def answer(request: httpx.Request) -> Answer:
        if request.url.path.endswith("/state"):
            return httpx.Response(200, json=state(4, phase="over"))
        after = int(request.url.params["after"])
        known = [line for line in LINES if not is_move_up_to(line, after)]
        return httpx.Response(200, stream=Wire(b"".join(known), next(cuts, None)))

    return answer


def is_move_up_to(line: bytes, after: int) -> bool:
    return any(f'"move", "id": {number},'.encode() in line for number in range(1, after + 1))


@pytest.mark.slow
def test_a_stream_that_is_cut_at_any_byte_gives_each_move_once() -> None:
    for cut in range(len(b"".join(LINES)) + 1):
        client, _ = client_of(streaming(cut))
        game = Game(client, "g")

        assert [move["number"] for move in game] == [1, 2, 3, 4], cut
        assert [event["type"] for event in game.history] == ["created", "dealt", "sang"]
        assert game.is_over


def test_a_game_goes_on_where_its_loop_was_left() -> None:
    client, service = client_of(streaming(None))
    game = Game(client, "g")

    first = next(iter(game))
    rest = [move["number"] for move in game]

    assert (first["number"], rest) == (1, [2, 3, 4])
    assert service.requests[-2].url.params["after"] == "1"


def test_a_missing_move_opens_the_stream_again() -> None:
    def answer(request: httpx.Request) -> Answer:
        if len(service.requests) > 1:
            return streaming(None)(request)
        gap = [line for line in LINES if b'"move", "id": 2,' not in line]
        return httpx.Response(200, stream=Wire(b"".join(gap)))

    client, service = client_of(answer)

    assert [move["number"] for move in Game(client, "g")] == [1, 2, 3, 4]


def test_a_token_that_expires_during_a_game_ends_the_loop_with_the_reason() -> None:
    ended = [*LINES[:4], frame("end", {"reason": "invalid_token"})]
    client, _ = client_of(
        in_turn(httpx.Response(200, content=b"".join(ended)), problem(401, "invalid_token"))
    )

    with pytest.raises(problems.InvalidToken):
        list(Game(client, "g"))


@pytest.mark.parametrize("minutes", [-90, 90])
def test_a_deadline_is_by_the_clock_of_the_server(minutes: int) -> None:
    now = datetime.now(UTC) + timedelta(minutes=minutes)
    deadline = (now + timedelta(seconds=60)).isoformat()
    lines = [
        frame("state", state(1, deadline=deadline), 0),
        frame("time", {"now": now.isoformat()}),
        frame("move", move(1), 1),
    ]
    client, _ = client_of(lambda request: httpx.Response(200, content=b"".join(lines)))
    game = Game(client, "g")

    next(iter(game))

    assert game.seconds_left is not None
    assert 30 < game.seconds_left <= 61


def test_a_command_counts_in_the_position_of_the_view_only() -> None:
    shown = state(1, to_act=0)
    lines = frame("state", shown, 0) + frame("move", move(1), 1)
    after = {"moves": [move(2)], "state": state(2)}
    client, service = client_of(
        in_turn(httpx.Response(200, content=lines), httpx.Response(200, json=after))
    )
    game, given = Game(client, "g"), list[int]()

    for each in game:
        given.append(each["number"])
        if game.my_turn:
            game.ask(1, "7")
        if len(given) == 2:
            break

    assert given == [1, 2]
    assert service.requests[1].headers["If-Match"] == '"1-0"'
    assert service.requests[1].headers["Idempotency-Key"] == "g-1-0"
    assert not game.my_turn


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


ANSWERS = json.loads((Path(__file__).parent / "answers" / "0.1.0.json").read_text())
"""What a old_server of 0.1.0 sent to a client that asked four times and resigned."""
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


def old_server(change: Change) -> Callable[[httpx.Request], Answer]:
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
    client, service = client_of(old_server(change))

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
    moves = client.read_moves(game.id)["moves"]

    assert [move["number"] for move in moves] == [*range(1, len(moves) + 1)]
    assert line_of(moves[-1]).count("over, ") == 1
    assert client.read_game(game.id)["status"] == "over"
    assert client.read_transcript(game.id)["version"] == 1
    assert isinstance(client.list_games(status="over")["results"], list)


FOLDER = ROOT / "clients" / "python"
METHODS = {"get", "post", "put", "patch", "delete"}


def test_every_operation_is_a_method_of_both_clients() -> None:
    schema = read(ROOT / "schema.yaml")
    operations = [
        operation["operationId"]
        for methods in schema["paths"].values()
        for method, operation in methods.items()
        if method in METHODS
    ]

    assert len(operations) > 80
    for name in operations:
        assert callable(getattr(Client, name)) and callable(getattr(AsyncClient, name))
        is_stream = name.startswith(("stream_", "export_")) and name != "export_me"
        assert inspect.iscoroutinefunction(getattr(AsyncClient, name)) != is_stream


def test_the_end_of_a_line_after_a_token_is_no_part_of_it() -> None:
    client, service = client_of(lambda request: httpx.Response(200, json={}))
    client.token = "gf_secret\r\n"

    client.read_me()

    assert service.requests[0].headers["Authorization"] == "Bearer gf_secret"

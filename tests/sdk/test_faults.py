"""What a client survives: lost answers, limits, cut streams, and things that it does not know."""

import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from gofishkit import Client, Game, NoAnswer, Refused, Retry, ServiceError, StreamLost, problems
from tests.sdk.scripted import QUICK, Answer, Wire, client_of, frame, in_turn, move, problem, state

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
        pytest.param([problem(503, "unavailable", Retry_After="0")], id="503"),
        pytest.param([problem(429, "rate_limited", Retry_After="0")], id="429"),
        pytest.param([httpx.Response(502, text="<html>")], id="a proxy lost its server"),
        pytest.param([problem(500, "internal_error")], id="500"),
        pytest.param([httpx.Response(200, content=b'{"moves": [')], id="the answer is not whole"),
        pytest.param([httpx.Response(200, text="<html>")], id="a proxy answers with its page"),
    ],
)
def test_the_retries_of_a_command_have_one_key(faults: list[Answer]) -> None:
    client, service = client_of(in_turn(*faults, httpx.Response(200, json=ANSWER)))

    assert ask(client) == ANSWER

    assert len(service.requests) == len(faults) + 1
    assert len({request.headers["Idempotency-Key"] for request in service.requests}) == 1
    assert len({request.content for request in service.requests}) == 1


def test_two_commands_have_two_keys() -> None:
    client, service = client_of(lambda request: httpx.Response(200, json=ANSWER))

    ask(client), ask(client)

    first, second = (request.headers["Idempotency-Key"] for request in service.requests)
    assert first != second


def test_a_retry_waits_as_long_as_the_service_asks() -> None:
    busy = problem(503, "unavailable", Retry_After="0.3")
    client, _ = client_of(in_turn(busy, httpx.Response(200, json=ANSWER)), Retry(longest=1))

    began = time.monotonic()
    ask(client)

    assert time.monotonic() - began >= 0.3


def test_a_limit_that_lasts_long_is_an_exception_with_its_seconds() -> None:
    client, service = client_of(lambda request: problem(429, "rate_limited", Retry_After="3600"))

    with pytest.raises(problems.RateLimited) as refused:
        ask(client)

    assert refused.value.retry_after == 3600
    assert len(service.requests) == 1


def test_pauses_grow_and_differ() -> None:
    retry = Retry(first=1, longest=8)

    pauses = [[retry.pause(attempt) for _ in range(50)] for attempt in range(8)]

    for attempt, drawn in enumerate(pauses):
        longest = min(2**attempt, 8)
        assert len(set(drawn)) > 1
        assert longest / 2 <= min(drawn) <= max(drawn) <= longest


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
        (problem(401, "invalid_token"), problems.InvalidToken),
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


@pytest.mark.parametrize("token", ["gf_secret\r\nX: 1", "gf_secr\u00e9t", "gf_sec\x00ret", " "])
def test_a_token_that_cannot_be_sent_is_not_shown(token: str) -> None:
    client = Client("http://127.0.0.1:1", token, retry=QUICK)

    with pytest.raises(ServiceError) as error:
        client.read_me()

    shown = "".join(traceback.format_exception(error.value))
    assert "gf_sec" not in shown and "token" in str(error.value)


def test_the_end_of_a_line_after_a_token_is_no_part_of_it() -> None:
    client, service = client_of(lambda request: httpx.Response(200, json={}))
    client.token = "gf_secret\r\n"

    client.read_me()

    assert service.requests[0].headers["Authorization"] == "Bearer gf_secret"


def test_an_address_without_http_ends_at_once() -> None:
    began = time.monotonic()

    with pytest.raises(NoAnswer, match="http://"):
        Client("127.0.0.1:8000").read_me()

    assert time.monotonic() - began < Retry().longest


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


def test_a_stream_that_never_brings_anything_ends_with_an_exception() -> None:
    client, service = client_of(lambda request: httpx.Response(200, content=LINES[0]))

    with pytest.raises(StreamLost):
        list(Game(client, "g"))

    assert len(service.requests) == QUICK.attempts


def test_a_token_that_expires_during_a_game_ends_the_loop_with_the_reason() -> None:
    ended = [*LINES[:4], frame("end", {"reason": "invalid_token"})]
    client, _ = client_of(
        in_turn(httpx.Response(200, content=b"".join(ended)), problem(401, "invalid_token"))
    )

    with pytest.raises(problems.InvalidToken):
        list(Game(client, "g"))


@pytest.mark.parametrize("minutes", [-90, 0, 90])
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

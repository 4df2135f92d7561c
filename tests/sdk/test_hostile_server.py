"""A hostile server can end a program's request, but not fill its memory, steer its terminal, send
it elsewhere or keep it waiting.
"""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from gofishkit import AsyncClient, Client, Refused, Retry, ServiceError
from gofishkit import bodies as bodies_module
from gofishkit.bodies import MOST_BYTES
from gofishkit.printing import printable
from gofishkit.retries import MOST_RETRY_AFTER, seconds_to_wait
from tests.sdk.hostile import ESCAPES, bomb, document, endless, hostile
from tests.sdk.running import environment, finish, start
from tests.sdk.scripted import frame, move, state

QUICK = Retry(attempts=3, first=0.001, longest=0.01)
BUFFERS = 16 * 1024 * 1024
"""Bytes that sockets of both sides hold, at most."""
MEMORY = 300 * 1024 * 1024
"""Bytes that the process of a client needs, at most, with the JSON of its longest answer."""
END = frame("end", {"reason": "game_over"})
Answer = tuple[str, Iterator[bytes]]

LONG = {
    "an endless answer": endless,
    "an endless refusal": lambda: endless(head="500 Oops"),
    "a compressed answer": bomb,
    "a compressed refusal": lambda: ("404 No\r\nContent-Encoding: gzip", bomb()[1]),
    "twice compressed": lambda: ("200 OK\r\nContent-Encoding: gzip, gzip", bomb()[1]),
    "a deep nest": lambda: ("200 OK", iter([b"[" * 1_000_000])),
}
EMPTY_LISTS = b"[" + b"[]," * (MOST_BYTES // 3)
"""The JSON of this length that takes the most memory."""


@pytest.mark.parametrize("answer", LONG.values(), ids=LONG)
def test_an_answer_is_bounded(answer: Callable[[], Answer]) -> None:
    with hostile(lambda path: answer()) as (server, seen):
        with Client(server, retry=QUICK) as client, pytest.raises(ServiceError):
            client.read_me()

        assert seen.requests and seen.sent < len(seen.requests) * (MOST_BYTES + BUFFERS)


@pytest.mark.parametrize("answer", LONG.values(), ids=LONG)
def test_an_answer_to_a_program_with_an_event_loop_is_bounded(
    answer: Callable[[], Answer],
) -> None:
    async def read(server: str) -> None:
        async with AsyncClient(server, retry=QUICK) as client:
            await client.read_me()

    with hostile(lambda path: answer()) as (server, seen):
        with pytest.raises(ServiceError):
            asyncio.run(read(server))

        assert seen.sent < len(seen.requests) * (MOST_BYTES + BUFFERS)


@pytest.mark.parametrize("answer", LONG.values(), ids=LONG)
def test_a_line_of_a_stream_is_bounded(answer: Callable[[], Answer]) -> None:
    with hostile(lambda path: answer()) as (server, seen):
        with Client(server, retry=QUICK) as client, pytest.raises(ServiceError):
            list(client.stream_game("g"))

        assert seen.sent < len(seen.requests) * (MOST_BYTES + BUFFERS)


@pytest.mark.slow
def test_the_memory_of_a_program_is_bounded() -> None:
    program = (
        "import sys\nfrom gofishkit import Client, Retry, ServiceError\n"
        "try: Client(sys.argv[1], retry=Retry(attempts=1)).read_me()\n"
        "except ServiceError: pass\n"
        "[peak] = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(1024 * int(peak.split()[1]))"
    )
    with hostile(lambda path: ("200 OK", iter([EMPTY_LISTS]))) as (server, _):
        done = subprocess.run(
            [sys.executable, "-c", program, server],
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        )

    assert int(done.stdout) < MEMORY


def test_an_answer_that_drips_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies_module, "MOST_SECONDS", 0.0)

    with hostile(lambda path: document({})) as (server, seen):
        with Client(server, retry=QUICK) as client, pytest.raises(ServiceError, match="seconds"):
            client.read_me()

        assert len(seen.requests) == QUICK.attempts


@pytest.mark.parametrize("read", [Client.read_me, lambda client: [*client.stream_game("g")]])
def test_no_redirect_is_followed(read: Callable[[Client], Any]) -> None:
    with (
        hostile(lambda path: document({})) as (elsewhere, other),
        hostile(lambda path: (f"307 Go\r\nLocation: {elsewhere}/", iter(()))) as (server, seen),
    ):
        with Client(server, "gf_secret", retry=QUICK) as client, pytest.raises(Refused):
            read(client)

        assert len(seen.requests) == 1
        assert other.requests == []


NOW = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("inf", None),
        ("-inf", None),
        ("nan", None),
        ("1e400", None),
        ("1e300", MOST_RETRY_AFTER),
        ("9" * 400, None),
        ("Mon, 05 Jan 2026 18:30:07 GMT", 7.0),
        ("Mon, 05 Jan 2026 18:29:00 GMT", 0.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", MOST_RETRY_AFTER),
        ("Fri, 99 Dec 99999 23:59:59 GMT", None),
        ("soon", None),
        ("", None),
    ],
)
def test_every_retry_after_has_a_meaning(text: str, seconds: float | None) -> None:
    assert seconds_to_wait(httpx.Headers({"Retry-After": text}), NOW) == seconds


def test_a_date_is_by_the_clock_of_the_server() -> None:
    date = {"Date": "Mon, 05 Jan 2026 12:00:00 GMT"}
    headers = {**date, "Retry-After": "Mon, 05 Jan 2026 12:00:07 GMT"}

    assert seconds_to_wait(httpx.Headers(headers), NOW) == 7.0
    assert seconds_to_wait(httpx.Headers({**headers, "Date": "never"}), NOW) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "has_no_end"),
    [
        ("inf", False),
        ("nan", False),
        ("1e300", True),
    ],
)
def test_a_runner_survives_every_retry_after(tmp_path: Path, text: str, has_no_end: bool) -> None:
    limited = {"code": "rate_limited", "title": "Limited", "status": 429}
    limits = iter([document(limited, f"429 Slow down\r\nRetry-After: {text}")])

    def answer(path: str) -> Answer:
        limit = next(limits, None) if path.endswith("/games") else None
        return limit or document({"code": "gone", "title": "Gone"}, "410 Gone")

    with hostile(answer) as (server, _):
        runner = start(tmp_path, server, "--against", "random", GOFISH_TOKEN="gf_x")
        if text == "1e300" or "9999" in text:
            assert runner.stdout is not None
            line = runner.stdout.readline()
            runner.terminate()
            printed = line + finish(runner)
            assert "86400 seconds" in printed
        else:
            printed = finish(runner, status=1)

    assert "Traceback" not in printed


def assert_harmless(printed: str) -> None:
    assert all(character.isprintable() or character == "\n" for character in printed), printed


def test_a_problem_is_one_printable_line() -> None:
    problem = {"code": f"c{ESCAPES}", "title": "t", "detail": ESCAPES * 100_000, "errors": 5}
    with (
        hostile(lambda path: document(problem, "422 No")) as (server, _),
        Client(server, retry=QUICK) as client,
        pytest.raises(Refused) as refused,
    ):
        client.read_me()

    assert str(refused.value).isprintable() and len(str(refused.value)) < 10_000
    assert refused.value.detail == problem["detail"]
    assert refused.value.errors == ()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["watch", "replay"])
def test_a_game_steers_no_terminal(command: str) -> None:
    seat = {"seat": 0, "hand_size": 1, "books": [{"rank": ESCAPES}], "hand": [f"[red]{ESCAPES}"]}
    view = state(1, game=f"[bold]{ESCAPES}", phase="over", to_act=None, seats=[seat])
    event = {"type": f"sang{ESCAPES}", "song": f"[blink]{ESCAPES}"}

    def answer(path: str) -> Answer:
        if "/moves" in path:
            return document({"moves": [move(1, event)] if "after=0" in path else []})
        if "/stream" in path:
            return "200 OK", iter([frame("move", {**move(1, event), "state": view}, 1), END])
        return document(view)

    with hostile(answer) as (server, _):
        done = subprocess.run(
            [sys.executable, "-m", "gofishkit", command, "g", f"--server={server}"],
            env=environment(COLUMNS="300"),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    assert "sang" in done.stdout and "[blink]" in done.stdout
    assert_harmless(done.stdout + done.stderr)


@pytest.mark.slow
def test_names_problems_and_the_noise_of_a_bot_steer_no_terminal(tmp_path: Path) -> None:
    guest = {"token": {"secret": "gf_x"}, "account": {"username": f"Ada{ESCAPES}"}}
    view = state(1, to_act=0, legal_actions=[{"type": "resign"}])
    stream = frame("state", view, 0) + frame("move", {**move(1), "state": view}, 1)

    def answer(path: str) -> Answer:
        if path.endswith("/accounts/guest"):
            return document(guest, "201 Created")
        if path.endswith("/games"):
            return document({"game": {"id": "g"}}, "201 Created")
        if "/stream" in path:
            return "200 OK", iter([stream])
        return document({"code": "no", "detail": ESCAPES}, "403 No")

    noisy = f"def choose(view, history, rng):\n    print({ESCAPES!r})\n    raise ValueError({ESCAPES!r})\n"
    with hostile(answer) as (server, _):
        printed = finish(start(tmp_path, server, "--against", "random", bot=noisy), status=1)

    assert r"Ada\x1b]0;owned" in printed and r"bot: \x1b]0;owned" in printed
    assert r"ValueError: \x1b]0;owned" in printed and r"no: \x1b]0;owned" in printed
    assert_harmless(printed)


def test_what_is_printed_is_one_line_with_an_end() -> None:
    assert printable("Ada\x1b[2J\n\u202e\ud800é") == "Ada\\x1b[2J\\n\\u202e\\ud800é"
    assert len(printable("x" * 10**7)) < 10_000

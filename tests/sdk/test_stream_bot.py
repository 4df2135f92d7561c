"""The example bot that reads streams, with broken connections and crashes, against a real
server: whole games of every preset and overlay.
"""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from games.engine.presets import OVERLAYS, PRESETS
from tests.gateways import cutting
from tests.servers import ROOT

# How the bot learns of moves depends on the database of its server.
pytestmark = pytest.mark.slow

BOT = ROOT / "examples" / "stream_bot.py"
TIMEOUT_SECONDS = 120
SKIPPED_HEADERS = {"transfer-encoding", "connection", "content-length", "content-encoding", "date"}

# Each overlay on the classic game, except those for other games and those that take long.
OVER = {"play_on": "pagat", "bluff": "pairs"}
GAMES: list[tuple[str, tuple[str, ...]]] = [(preset, ()) for preset in PRESETS]
GAMES += [(OVER.get(overlay, "classic"), (overlay,)) for overlay in OVERLAYS]


@pytest.fixture(scope="module")
def server(shared_server: str) -> str:
    return shared_server


def guest(server: str) -> str:
    secret: str = httpx.post(f"{server}/api/v1/accounts/guest").json()["token"]["secret"]
    return secret


def start(server: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(BOT), f"--server={server}", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def opened(host: subprocess.Popen[str]) -> str:
    """Return the id of the game that a bot plays."""
    assert host.stdout is not None
    first: str = host.stdout.readline()
    assert first.startswith("Playing game "), first
    return first.removeprefix("Playing game ").strip()


def play(server: str, *rules: str, joining_at: str = "") -> tuple[str, list[list[str]]]:
    """Let two bots play a game together; return its id and each bot's lines."""
    host = start(server, f"--token={guest(server)}", "--open", *rules)
    game = opened(host)
    joined = start(joining_at or server, f"--token={guest(server)}", f"--game={game}")
    return game, hear([host, joined])


def hear(bots: list[subprocess.Popen[str]]) -> list[list[str]]:
    """Read the output of all bots at once, because a full pipe blocks a bot.

    Stop all if one fails.
    """
    printed: list[list[str]] = [[] for _ in bots]

    def listen(index: int) -> None:
        printed[index] = bots[index].communicate()[0].splitlines()
        if bots[index].returncode:
            stop()

    def stop() -> None:
        for each in bots:
            each.kill()

    threads = [threading.Thread(target=listen, args=[index]) for index in range(len(bots))]
    alarm = threading.Timer(TIMEOUT_SECONDS, stop)
    for thread in (alarm, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    alarm.cancel()
    assert [each.returncode for each in bots] == [0] * len(bots), printed
    return printed


def finish(bot: subprocess.Popen[str]) -> list[str]:
    """Let a bot play to the end and return what it printed."""
    try:
        printed, _ = bot.communicate(timeout=TIMEOUT_SECONDS)
    finally:
        bot.kill()
    assert bot.returncode == 0, printed
    return printed.splitlines()


def printed_moves(printed: list[str]) -> list[int]:
    return [int(line[:4]) for line in printed if line[:4].strip().isdigit()]


def read(server: str, path: str) -> Any:
    return httpx.get(f"{server}/api/v1{path}").raise_for_status().json()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param([], id="classic"),
        pytest.param(["--preset=bicycle", "--overlay=honour"], id="in honour mode"),
        pytest.param(["--preset=bicycle_authors"], id="by card"),
    ],
)
def test_it_plays_a_game_against_bots_to_its_end(server: str, rules: list[str]) -> None:
    printed = finish(start(server, "--bots", "memory", "random", *rules))

    game = printed[0].removeprefix("Playing game ")
    state = read(server, f"/games/{game}/state")
    assert state["phase"] == "over"
    assert printed_moves(printed) == [*range(1, state["version"] + 1)]


@pytest.mark.parametrize(
    "preset, overlays",
    GAMES,
    ids=[" under ".join([*overlays, preset]) for preset, overlays in GAMES],
)
def test_bots_play_a_game_to_its_end(server: str, preset: str, overlays: tuple[str, ...]) -> None:
    game, printed = play(
        server, f"--preset={preset}", *(f"--overlay={overlay}" for overlay in overlays)
    )

    state = read(server, f"/games/{game}/state")
    winners = (state["series"] or state["result"])["winners"]
    assert state["phase"] == "over"
    verbs = ["won" if seat in winners else "did not win" for seat in range(2)]
    last_words = {f"Over: I {verb} on seat {seat}" for seat, verb in enumerate(verbs)}
    assert {lines[-1].partition(",")[0] for lines in printed} == last_words
    for lines in printed:
        assert printed_moves(lines) == [*range(1, state["version"] + 1)]


def test_an_answer_that_is_lost_never_becomes_a_second_move(server: str) -> None:
    with losing_answers(server) as (address, carried_out):
        game, _ = play(server, joining_at=address)

    moves = read(server, f"/games/{game}/moves")["moves"]
    assert carried_out.count("lost") > 0
    keys = {key for key in carried_out if key != "lost"}
    assert len(keys) == len([move for move in moves if move["seat"] == 1])


def test_without_a_server_it_prints_how_to_start_one() -> None:
    with socket.socket() as taken:  # bound, but nothing listens there
        taken.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{taken.getsockname()[1]}"
        bot = start(server)
        printed, _ = bot.communicate(timeout=30)

    assert bot.returncode == 1
    assert server in printed
    assert "make run" in printed


def test_with_broken_connections_it_misses_and_repeats_no_move(server: str) -> None:
    with cutting(server) as (address, cuts):
        printed = finish(start(address, f"--token={guest(server)}", "--bots", "memory", "memory"))

    game = printed[0].removeprefix("Playing game ")
    version = read(server, f"/games/{game}/state")["version"]
    assert printed_moves(printed) == [*range(1, version + 1)]
    assert len(cuts) >= 3
    assert int(printed[-1].split()[-2]) >= 1


def test_the_same_command_continues_after_a_guest_killed_while_waiting(
    server: str, tmp_path: Path
) -> None:
    kept = tmp_path / "guest.json"
    command = [f"--keep={kept}", "--wait=60", "--preset=bicycle"]
    killed = start(server, *command)
    assert killed.stdout is not None
    first = killed.stdout.readline()
    killed.kill()
    killed.communicate()
    mode, token = kept.stat().st_mode & 0o777, kept.read_text()

    again = start(server, *command)
    assert again.stdout is not None
    second = again.stdout.readline()
    is_the_same = kept.read_text() == token
    other = start(server, "--wait=60", "--preset=bicycle")
    printed = [finish(again), finish(other)]

    # A new guest would have been seated with the one that ended.
    assert first == second == "Waiting: 1 of 2 are there\n"
    assert (mode, is_the_same) == (0o600, True)
    games = {next(line for line in lines if line.startswith("Playing game ")) for lines in printed}
    assert len(games) == 1
    assert not kept.exists()


@pytest.mark.parametrize(
    ("mode", "kept_for", "sentence"),
    [
        pytest.param(0o644, "", "Others may read", id="others may read it"),
        pytest.param(0o600, "https://elsewhere.example", "is of a game on", id="another server"),
    ],
)
def test_a_token_is_neither_read_by_others_nor_sent_to_them(
    server: str, tmp_path: Path, mode: int, kept_for: str, sentence: str
) -> None:
    kept = tmp_path / "guest.json"
    kept.write_text(json.dumps({"server": kept_for or server, "token": guest(server), "key": "k"}))
    kept.chmod(mode)

    bot = start(server, f"--keep={kept}", "--bots", "random")
    printed, _ = bot.communicate(timeout=TIMEOUT_SECONDS)

    assert bot.returncode == 1
    assert sentence in printed
    assert len(printed.splitlines()) == 1


@contextmanager
def losing_answers(server: str) -> Iterator[tuple[str, list[str]]]:
    """Pass requests on to a server, and lose the answer to every eighth command, or send 503 for
    it.

    Yields the address, and a list of the idempotency keys of commands that were carried out, with
    "lost" between.
    """
    carried_out: list[str] = []
    client = httpx.Client(base_url=server, timeout=TIMEOUT_SECONDS)

    class Gateway(BaseHTTPRequestHandler):
        commands = 0

        def do_GET(self) -> None:
            with client.stream("GET", self.path, headers=self._sent_headers()) as answer:
                self._begin(answer)
                for chunk in answer.iter_bytes():
                    self.wfile.write(chunk)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            answer = client.post(self.path, content=body, headers=self._sent_headers())
            if answer.is_success:
                carried_out.append(self.headers["Idempotency-Key"])
            Gateway.commands += 1
            if Gateway.commands % 8 == 0:
                carried_out.append("lost")
                return
            if Gateway.commands % 8 == 4:
                carried_out.append("lost")
                answer = httpx.Response(503, headers={"Retry-After": "0"})
            self._begin(answer)
            self.wfile.write(answer.content)

        def _sent_headers(self) -> dict[str, str]:
            return {name: value for name, value in self.headers.items() if name != "Host"}

        def _begin(self, answer: httpx.Response) -> None:
            self.send_response(answer.status_code)
            for name, value in answer.headers.items():
                if name not in SKIPPED_HEADERS:
                    self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    gateway = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    gateway.daemon_threads = True
    thread = threading.Thread(target=gateway.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{gateway.server_port}", carried_out
    finally:
        gateway.shutdown()
        thread.join()
        gateway.server_close()
        client.close()

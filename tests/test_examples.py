"""The example client, as processes against a real server: whole games of every preset and
overlay.
"""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from games.engine.codec import TYPE_NAMES
from games.engine.events import Event
from games.engine.presets import OVERLAYS, PRESETS
from tests.receipts import proved_by
from tests.servers import ROOT

pytestmark = pytest.mark.process

BOT = ROOT / "examples" / "random_bot.py"
SECONDS = 120
SKIPPED_HEADERS = {"transfer-encoding", "connection", "content-length", "content-encoding", "date"}

# Each overlay on the classic game, except those for other games and those that take long.
OVER = {"play_on": "pagat", "bluff": "pairs"}
GAMES: list[tuple[str, tuple[str, ...]]] = [(preset, ()) for preset in PRESETS]
GAMES += [(OVER.get(overlay, "classic"), (overlay,)) for overlay in OVERLAYS]


@pytest.fixture(scope="module")
def server(shared_server: str) -> str:
    return shared_server


@pytest.fixture(scope="module")
def guests(server: str) -> list[str]:
    """Tokens of three players."""
    path = f"{server}/api/v1/accounts/guest"
    return [httpx.post(path).json()["token"]["secret"] for _ in range(3)]


def bot(server: str, token: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), f"--server={server}", "--pause=0.05", "--seed=1"]
    return subprocess.Popen(
        [*command, f"--token={token}", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def opened(host: subprocess.Popen[str]) -> str:
    """Return the id of the game that a bot created."""
    assert host.stdout is not None
    first: str = host.stdout.readline()
    assert first.startswith("Opened game "), first
    return first.removeprefix("Opened game ").strip()


def play(
    server: str, tokens: list[str], *rules: str, joining_at: str = ""
) -> tuple[str, list[list[str]]]:
    """Let one bot per token play a game together; return its id and each bot's lines."""
    host = bot(server, tokens[0], f"--seats={len(tokens)}", *rules)
    bots = [host]
    try:
        game = opened(host)
        bots += [bot(joining_at or server, token, f"--game={game}") for token in tokens[1:]]
        printed = hear(bots)
    finally:
        for each in bots:
            each.kill()
    assert [each.returncode for each in bots] == [0] * len(bots), printed
    return game, printed


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
    alarm = threading.Timer(SECONDS, stop)
    for thread in (alarm, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    alarm.cancel()
    return printed


def read(server: str, path: str) -> Any:
    return httpx.get(f"{server}/api/v1{path}").raise_for_status().json()


@pytest.mark.parametrize(
    "preset, overlays",
    GAMES,
    ids=[" under ".join([*overlays, preset]) for preset, overlays in GAMES],
)
def test_bots_play_a_game_to_its_end(
    server: str, guests: list[str], preset: str, overlays: tuple[str, ...]
) -> None:
    rules = [f"--preset={preset}", *(f"--overlay={overlay}" for overlay in overlays)]

    game, printed = play(server, guests[:2], *rules)

    state = read(server, f"/games/{game}/state")
    winners = (state["series"] or state["result"])["winners"]
    assert state["phase"] == "over"
    verbs = ["won" if seat in winners else "did not win" for seat in range(2)]
    last_words = {f"Over: I {verb} on seat {seat}" for seat, verb in enumerate(verbs)}
    assert {lines[-1].partition(";")[0] for lines in printed} == last_words
    for lines in printed:
        numbers = [int(line.split()[0]) for line in lines if line[:4].strip().isdigit()]
        assert numbers == [*range(1, state["version"] + 1)]


def test_the_receipts_that_a_bot_saves_prove_the_log(
    server: str, guests: list[str], tmp_path: Path
) -> None:
    receipts = tmp_path / "receipts.json"

    play(server, guests[:2], f"--receipts={receipts}")

    moves, proved = proved_by(receipts, server)
    assert proved == moves


def test_three_bots_meet_in_the_lobby(server: str, guests: list[str]) -> None:
    bots = [bot(server, guests[0], "--join-any"), bot(server, guests[1], "--join-any")]
    try:
        bots.append(bot(server, guests[2], "--seats=3"))
        game = opened(bots[-1])
        printed = hear(bots)
    finally:
        for each in bots:
            each.kill()

    assert [each.returncode for each in bots] == [0, 0, 0], printed
    assert {player["seat"] for player in read(server, f"/games/{game}")["players"]} == {0, 1, 2}


def test_an_answer_that_is_lost_never_becomes_a_second_move(server: str, guests: list[str]) -> None:
    with losing_answers(server) as (address, carried_out):
        game, _ = play(server, guests[:2], joining_at=address)

    moves = read(server, f"/games/{game}/moves")["moves"]
    assert carried_out.count("lost") > 0
    keys = {key for key in carried_out if key != "lost"}
    assert len(keys) == len([move for move in moves if move["seat"] == 1])


def test_the_bot_describes_every_event() -> None:
    source = BOT.read_text()

    assert [
        name for kind in get_args(Event) if f'"{(name := TYPE_NAMES[kind])}":' not in source
    ] == []


def test_a_problem_is_printed_in_one_line(server: str, guests: list[str]) -> None:
    refused = bot(server, guests[0], "--seats=6", "--preset=bicycle")
    printed, _ = refused.communicate(timeout=SECONDS)

    assert refused.returncode == 1
    assert printed.startswith("400 impossible_rules: ")
    assert len(printed.splitlines()) == 1


@contextmanager
def losing_answers(server: str) -> Iterator[tuple[str, list[str]]]:
    """Pass requests on to a server, and lose the answer to every eighth command, or send 503 for
    it.

    Yields the address, and a list of the idempotency keys of commands that were carried out, with
    "lost" between.
    """
    carried_out: list[str] = []
    client = httpx.Client(base_url=server)

    class Gateway(BaseHTTPRequestHandler):
        commands = 0

        def do_GET(self) -> None:
            self._answer(self._forward())

        def do_POST(self) -> None:
            answer = self._forward()
            if answer.is_success:
                carried_out.append(self.headers["Idempotency-Key"])
            Gateway.commands += 1
            if Gateway.commands % 8 == 0:
                carried_out.append("lost")
                self.close_connection = True
            elif Gateway.commands % 8 == 4:
                carried_out.append("lost")
                self._answer(httpx.Response(503, headers={"Retry-After": "0"}))
            else:
                self._answer(answer)

        def _forward(self) -> httpx.Response:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name: value for name, value in self.headers.items() if name != "Host"}
            return client.request(self.command, self.path, content=body, headers=headers)

        def _answer(self, answer: httpx.Response) -> None:
            self.send_response(answer.status_code)
            for name, value in answer.headers.items():
                if name not in SKIPPED_HEADERS:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: Any) -> None:
            pass

    gateway = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    thread = threading.Thread(target=gateway.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{gateway.server_port}", carried_out
    finally:
        gateway.shutdown()
        thread.join()
        gateway.server_close()
        client.close()


@pytest.mark.parametrize("example", ["random_bot.py", "stream_bot.py"])
def test_without_a_server_an_example_prints_how_to_start_one(example: str) -> None:
    with socket.socket() as taken:  # bound, but nothing listens there
        taken.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, str(BOT.with_name(example)), f"--server={server}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)

    assert done.returncode == 1
    assert server in done.stderr
    assert "make run" in done.stderr

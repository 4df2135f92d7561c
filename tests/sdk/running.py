"""Run bots and the client, against a service whose answers a test writes, byte by byte.

Bots run with `gofish` in a process of its own. Receipts that a client saved are held against the
transcript of its game, by the verifier itself.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import httpx

from gofishkit import Client, Retry
from tests.servers import ROOT
from tests.timeouts import PATIENCE

SOURCES = ROOT / "clients" / "python" / "src"
LEGAL = """
def choose(view, history, rng):
    legal = view["legal_actions"]
    return rng.choice([each for each in legal if each["type"] == "ask"] or legal)
"""
"""A bot that plays legally."""


def environment(**variables: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": f"{SOURCES}{os.pathsep}{ROOT}"} | variables


def start(
    folder: Path,
    server: str,
    *options: str,
    bot: str = LEGAL,
    output: Path | None = None,
    **variables: str,
) -> "subprocess.Popen[str]":
    """Start `gofish bot` with a bot in a folder, where it remembers its guest too.

    It prints to a pipe, or adds to the file ``output``.
    """
    (folder / "mybot.py").write_text(bot)
    kept = f"--file={folder / 'guest.json'}"
    command = [sys.executable, "-m", "gofishkit", "bot", "mybot:choose", f"--server={server}", kept]
    with nullcontext() if output is None else output.open("a") as file:
        return subprocess.Popen(
            [*command, *options],
            cwd=folder,
            env=environment(**variables),
            stdout=subprocess.PIPE if file is None else file,
            stderr=subprocess.STDOUT,
            text=True,
        )


def finish(runner: "subprocess.Popen[str]", status: int = 0) -> str:
    """Let a runner end, and return what it printed."""
    try:
        printed, _ = runner.communicate(timeout=PATIENCE)
    finally:
        runner.kill()
    assert runner.returncode == status, printed
    return printed


Answer = httpx.Response | Exception
QUICK = Retry(first=0.001, longest=0.01)


class Wire(httpx.SyncByteStream):
    """The bytes of an answer, cut after some of them."""

    def __init__(self, content: bytes, cut: int | None = None) -> None:
        self._content, self._cut = content, cut

    def __iter__(self) -> Iterator[bytes]:
        yield self._content[: self._cut]
        if self._cut is not None:
            raise httpx.ReadError("The connection was cut.")


class Service(httpx.BaseTransport):
    """Gives each request to a function, and keeps it."""

    def __init__(self, answer: Callable[[httpx.Request], Answer]) -> None:
        self._answer = answer
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        answer = self._answer(request)
        if isinstance(answer, Exception):
            raise answer
        return answer


def client_of(
    answer: Callable[[httpx.Request], Answer], retry: Retry = QUICK
) -> tuple[Client, Service]:
    """Return a client of a service that answers so."""
    service = Service(answer)
    return Client("http://service.test", "gf_secret", retry=retry, transport=service), service


def in_turn(*answers: Answer) -> Callable[[httpx.Request], Answer]:
    """Return what gives these answers one after the other."""
    left = iter(answers)
    return lambda request: next(left)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    """Return a problem document."""
    content = {"status": status, "code": code, "title": code, "detail": "Why.", "type": "/"}
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=content, headers=fields)


def frame(kind: str, data: Any, number: int | None = None) -> bytes:
    """Return a line of a stream."""
    shown = {"type": kind, **({} if number is None else {"id": number}), "data": data}
    return json.dumps(shown).encode() + b"\n"


def state(version: int, **members: Any) -> dict[str, Any]:
    """Return a state in which seat 0 looks on while seat 1 acts."""
    base = {"version": version, "you": 0, "to_act": 1, "phase": "asking", "deadline": None}
    return {"game": "g", "legal_actions": [], "result": None, "series": None, **base, **members}


def move(number: int, *events: Mapping[str, Any]) -> dict[str, Any]:
    """Return a move."""
    return {"number": number, "seat": 1, "events": [*events], "digest": "", "at": ""}


def proved_by(receipts: Path, server: str) -> tuple[int, int]:
    """Verify the transcript of the game that a receipts file is of; return its moves, and how many
    are proved.

    :raises AssertionError: if something does not hold.
    """
    game = json.loads(receipts.read_text())["game"]
    # The first such request starts the server's second process, which takes long on a busy machine.
    answer = httpx.get(f"{server}/api/v1/games/{game}/transcript", timeout=60).raise_for_status()
    transcript = receipts.with_name("transcript.json")
    transcript.write_bytes(answer.content)
    files = [str(transcript), "--receipts", str(receipts)]
    command = [sys.executable, "-m", "games.engine.verify", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    noted = json.loads(receipts.read_text())["receipts"]
    proved = max(each["number"] for each in noted)
    assert f"Moves 1 to {proved} are the ones shown during play" in done.stdout
    return len(answer.json()["moves"]), proved

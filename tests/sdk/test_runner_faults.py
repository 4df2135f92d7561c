"""The runner through limits and faults of a scripted service, and what it remembers."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gofishkit import problems
from gofishkit.bots import runner as runners
from gofishkit.bots.finder import Wanted
from gofishkit.bots.memory import RunnerFile, UnusableFile
from gofishkit.bots.process import BotProcess, python_command
from gofishkit.bots.runner import Outcome, Runner
from tests.sdk.running import (
    LEGAL,
    Answer,
    client_of,
    environment,
    finish,
    frame,
    move,
    problem,
    start,
    state,
)
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.slow

ASK = {"type": "ask", "target": 1, "rank": "7"}
OURS = state(1, to_act=0, legal_actions=[ASK])
WON = state(2, phase="over", to_act=None, result={"winners": [0]})


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybot.py").write_text(LEGAL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    monkeypatch.setattr(runners, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(runners, "LONGEST_PAUSE", 0.02)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[RunnerFile]:
    """The file of a runner."""
    file = RunnerFile.open(tmp_path / "guest.json", "http://service.test")
    yield file
    file.close()


def table(asked: Iterator[Answer], first: bytes = b"") -> Callable[[httpx.Request], Answer]:
    """Return a service of one game, in which the bot asks once; ``asked`` answers its asks."""
    shown = [OURS]

    def answer(request: httpx.Request) -> Answer:
        name = request.url.path.rpartition("/")[2]
        if name == "ask":
            given = next(asked)
            if isinstance(given, httpx.Response) and given.is_success:
                shown[0] = WON
            return given
        if name == "stream":
            end = frame("end", {"reason": "game_over"}) if shown[0] is WON else b""
            moved = {**move(1), "state": OURS} if shown[0] is OURS else move(1)
            lines = frame("state", shown[0], 0) + first + frame("move", moved, 1) + end
            return httpx.Response(200, content=lines)
        if name == "state":
            return httpx.Response(200, json=shown[0])
        if name == "games":
            return httpx.Response(201, json={"game": {"id": "g"}})
        return problem(404, "not_found")

    return answer


def run(memory: RunnerFile, answer: Callable[[httpx.Request], Answer], **wanted: Any) -> Outcome:
    """Run until the game is over."""
    return ran(memory, answer, **wanted).outcome()


def ran(memory: RunnerFile, answer: Callable[[httpx.Request], Answer], **wanted: Any) -> Runner:
    """Return the runner after the game."""
    client, _ = client_of(answer)
    wants = Wanted(**({"against": ("random",)} | wanted))
    runner = Runner(
        client,
        memory,
        wants,
        lambda: BotProcess(python_command("mybot:choose")),
        games=1,
        at_once=1,
    )
    runner.start()
    assert runner.wait(PATIENCE)
    return runner


def done() -> httpx.Response:
    return httpx.Response(200, json={"moves": [{**move(2), "seat": 0}], "state": WON})


@pytest.mark.parametrize(
    "faults",
    [
        pytest.param([problem(429, "rate_limited", Retry_After="0.3")], id="a limit"),
        pytest.param([httpx.ConnectError("No server listens.")] * 15, id="no server"),
    ],
)
def test_a_game_is_finished_after_the_service_was_away(
    memory: RunnerFile, faults: list[Answer]
) -> None:
    outcome = run(memory, table(iter([*faults, done()])))

    assert outcome == Outcome({0: 1.0}, None)


@pytest.mark.parametrize(
    ("body", "answers", "counts"),
    [
        pytest.param("raise ValueError", [], (2, 0), id="it raises"),
        pytest.param(LEGAL, [problem(422, "rank_closed")], (0, 1), id="the rules refuse"),
        pytest.param(
            LEGAL,
            [problem(409, "idempotency_key_reused"), problem(412, "stale_version")],
            (0, 0),
            id="another runner of the account moved",
        ),
    ],
)
def test_faults_of_the_bot_are_counted(
    memory: RunnerFile,
    tmp_path: Path,
    body: str,
    answers: list[Answer],
    counts: tuple[int, int],
) -> None:
    text = body if body == LEGAL else f"def choose(view, history, rng): {body}"
    (tmp_path / "mybot.py").write_text(text)

    runner = ran(memory, table(iter([*answers, done()])))

    assert runner.outcome() == Outcome({0: 1.0}, None)
    assert (runner.faults.failed, runner.faults.refused) == counts


def test_a_token_that_is_revoked_during_a_game_ends_the_run(memory: RunnerFile) -> None:
    outcome = run(memory, table(iter([problem(401, "invalid_token")])))

    assert outcome.results == {}
    assert isinstance(outcome.error, problems.InvalidToken)
    assert memory.game(0) == "g"  # another token of the account continues it


def test_a_lobby_that_is_closed_ends_the_run_of_one_game(memory: RunnerFile) -> None:
    closed = state(2, phase="closed", to_act=None)

    def answer(request: httpx.Request) -> Answer:
        if request.url.path.endswith("/stream"):
            lines = frame("state", closed, 2) + frame("end", {"reason": "game_closed"})
            return httpx.Response(200, content=lines)
        return httpx.Response(200, json=closed)

    outcome = run(memory, answer, against=(), game="g")

    assert outcome == Outcome({}, None)


def test_one_runner_uses_a_file_at_a_time(memory: RunnerFile, tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from gofishkit.bots.memory import RunnerFile;"
        "RunnerFile.open(Path('guest.json'), 'http://service.test')"
    )

    def opened() -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", script]
        return subprocess.run(
            command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
        )

    refused = opened()
    memory.close()

    assert "Another process uses guest.json" in refused.stderr
    assert opened().returncode == 0


@pytest.mark.parametrize("content", ["", "[]", '{"token": 7}'])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(content)
    file.chmod(0o600)

    with pytest.raises(UnusableFile, match="Delete it"):
        RunnerFile.open(file, "http://service.test")


def test_a_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    kept = {"server": "http://service.test", "token": "gf_x", "run": "r", "games": {}}
    file.write_text(json.dumps(kept))
    file.chmod(0o600)

    opened = RunnerFile.open(file, "http://service.test")

    assert opened.token == "gf_x"
    assert opened.key(3) == "r-3"
    opened.close()


def test_a_server_that_does_not_answer_is_named_soon_and_ctrl_c_ends_the_wait(
    tmp_path: Path,
) -> None:
    runner = start(tmp_path, "http://127.0.0.1:1")
    assert runner.stdout is not None
    first = runner.stdout.readline()
    runner.send_signal(signal.SIGINT)

    assert "No answer from http://127.0.0.1:1. Is it running?" in first
    assert finish(runner, status=130) == ""


def test_a_fault_of_the_runner_is_no_success(memory: RunnerFile) -> None:
    def answer(request: httpx.Request) -> Answer:
        return httpx.Response(201, json={"of": "a service of another kind"})

    outcome = run(memory, answer)

    assert outcome.results == {}
    assert isinstance(outcome.error, KeyError)

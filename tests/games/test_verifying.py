"""Verify an untrusted transcript in a child process with limits of time and memory."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from api_kit.strict_json import MemberTwice, NotJSON
from games.engine.transcript_reader import NoTranscript
from games.log import verification, verification_process
from games.log.verification import NoAnswer
from games.log.verification_process import LENGTH_BYTES
from games.refusals import TooMuchToCheck
from tests.engine import forging
from tests.patience import PATIENCE, eventually
from tests.players import Player

SECONDS = PATIENCE


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "bicycle", "misdeal"])
def test_the_process_finds_what_the_engine_finds(name: str) -> None:
    body = forging.path_of(name).read_bytes()

    found = verification.check(body)

    assert found == verification_process.find(body)
    assert found.holds


def test_it_names_the_move_of_a_forgery() -> None:
    document = forging.golden()
    document["moves"][3]["at"] = "2020-01-01T00:00:00.000000Z"

    found = verification.check(json.dumps(document).encode())

    assert found.failure is not None
    assert (found.failure.move, found.failure.check) == (4, "digest")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", NotJSON),
        (b"{", NotJSON),
        (b"[" * 100_000, NotJSON),
        (b'{"a": {"b": 1, "b": 2}}', MemberTwice),
        (b"[]", NoTranscript),
        (b'{"format": "gofish-transcript"}', NoTranscript),
    ],
)
def test_invalid_transcripts_are_reported(body: bytes, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        verification.check(body)


@pytest.mark.slow
def test_an_error_has_its_place() -> None:
    document = forging.golden()
    document["moves"][2]["number"] = "three"

    with pytest.raises(NoTranscript) as raised:
        verification.check(json.dumps(document).encode())

    assert raised.value.place.startswith("moves/2")


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["CPU_SECONDS = 1", "MEMORY_BYTES = 256 * 1024**2"])
def test_a_check_over_a_limit_is_ended(limit: str) -> None:
    """The process runs with a lower limit; the body is long in a way that no transcript is."""
    body = b"[" + b"{}," * 8_000_000 + b"{}]"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"from games.log import verification_process as v; v.{limit}; v.main()",
        ],
        cwd=verification.ROOT,
        env={},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    output = verification._exchange(process, body)

    with pytest.raises(TooMuchToCheck):
        verification._result(output, process.wait(SECONDS))


@pytest.mark.slow
def test_the_process_has_a_low_priority_and_bounds_and_no_secrets_and_ends_with_its_parent() -> (
    None
):
    process = subprocess.Popen(
        [sys.executable, "-m", "games.log.verification_process"],
        cwd=verification.ROOT,
        env={},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    body = json.dumps({"moves": [[]] * 1_000_000}).encode()
    process.stdin.write((len(body) + 1).to_bytes(LENGTH_BYTES) + body)
    process.stdin.flush()
    folder = Path(f"/proc/{process.pid}")
    eventually(lambda: f"{verification_process.CPU_SECONDS}" in _limit(folder, "Max cpu time"))

    assert os.getpriority(os.PRIO_PROCESS, process.pid) == verification_process.NICENESS
    assert _limit(folder, "Max address space").split()[0] == str(verification_process.MEMORY_BYTES)
    assert b"SECRET" not in (folder / "environ").read_bytes()
    process.stdin.close()  # as if the parent had exited
    assert process.wait(SECONDS) != 0


@pytest.mark.slow
def test_a_server_that_stops_ends_what_runs() -> None:
    ended: list[str] = []

    def check() -> None:
        try:
            verification.check(b"[" + b"1," * 2_000_000 + b"1]")
        except (NoAnswer, NoTranscript) as error:
            ended.append(type(error).__name__)

    thread = Thread(target=check)
    thread.start()
    eventually(lambda: bool(verification._running.count()))

    verification.end_all()
    thread.join(SECONDS)

    assert ended == ["NoAnswer"]
    assert not verification._running.count()


def test_a_killed_process_gives_no_answer() -> None:
    with pytest.raises(NoAnswer):
        verification._result(b"", -signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"null"])
def test_over_the_api_a_body_that_is_no_transcript_is_refused(body: bytes) -> None:
    answer = Player().send("POST", "/transcripts/verify", body)

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")


def _limit(folder: Path, name: str) -> str:
    lines = (folder / "limits").read_text().splitlines()
    return next(line.removeprefix(name) for line in lines if line.startswith(name))

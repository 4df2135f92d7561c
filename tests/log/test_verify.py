"""POST /transcripts/verify, and the limited process that verifies untrusted transcripts."""

import json
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

from games.log import verification
from games.log.models import Game, Move
from games.log.refusals import TooMuchToCheck
from tests.engine import forging, test_transcripts
from tests.engine.forging import Forgery, golden, rechain
from tests.players import Player
from tests.timeouts import PATIENCE


def verify(body: bytes | Any) -> Any:
    """Send a document, or bytes, without a token."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Player().send("POST", "/transcripts/verify", text)


@pytest.mark.django_db
def test_a_valid_transcript_is_confirmed_and_nothing_is_stored() -> None:
    answer = verify(golden())

    moves = len(golden()["moves"])
    assert answer.status_code == 200
    unproved = answer.json()["unproved"]
    assert answer.json() == {
        "holds": True,
        "moves": moves,
        "scope": "full",
        "failure": None,
        "proved_until": None,
        "unproved": unproved,
    }
    assert len(unproved) == 2
    assert not Game.objects.exists()
    assert not Move.objects.exists()


@pytest.mark.django_db
def test_with_receipts_it_says_how_far_the_log_is_the_one_that_was_shown() -> None:
    document = golden()

    answer = verify(document | {"receipts": forging.noted(document, 5, 40)}).json()

    assert (answer["holds"], answer["proved_until"]) == (True, 40)


@pytest.mark.django_db
def test_an_invented_log_passes_without_receipts_and_fails_with_them() -> None:
    forged = forging.invented_after(30)

    alone = verify(forged).json()
    compared = verify(forged | {"receipts": forging.noted(golden(), 5, 40)}).json()

    assert (alone["holds"], alone["proved_until"]) == (True, None)
    assert (compared["holds"], compared["proved_until"]) == (False, None)
    assert (compared["failure"]["move"], compared["failure"]["check"]) == (40, "receipt")
    assert compared["unproved"] == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["v1_bicycle", "ruled", "version_2/bots"])
def test_the_bytes_of_a_download_can_be_sent_as_they_are(name: str) -> None:
    assert verify(forging.stored_text(name)).json()["holds"] is True


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("forge", "is_rechained", "move", "check"),
    [
        pytest.param(test_transcripts.change_event, False, 8, "digest", id="a tampered event"),
        pytest.param(test_transcripts.other_seed, False, None, "commitment", id="a changed seed"),
        pytest.param(
            test_transcripts.ask_for_what_is_not_held,
            True,
            8,
            "legality",
            id="an illegal move, rechained",
        ),
    ],
)
def test_the_first_move_that_does_not_hold_is_named(
    forge: Forgery, is_rechained: bool, move: int | None, check: str
) -> None:
    document = golden()
    forge(document)
    if is_rechained:
        rechain(document)

    verdict = verify(document).json()

    assert verdict["holds"] is False
    assert (verdict["failure"]["move"], verdict["failure"]["check"]) == (move, check)
    assert verdict["failure"]["reason"].endswith(".")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param(b"", "validation_error", id="nothing"),
        pytest.param(b"{", "malformed_json", id="no JSON"),
        pytest.param(b"[" * 100_000, "malformed_json", id="nested without end"),
    ],
)
def test_what_is_no_transcript_is_refused(body: bytes, code: str) -> None:
    answer = verify(body)

    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.django_db
def test_a_body_that_is_too_long_is_refused() -> None:
    answer = verify(b" " * (settings.TRANSCRIPT_MAX_BYTES + 1))

    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


@pytest.mark.django_db
def test_what_is_no_transcript_or_receipt_is_pointed_at() -> None:
    noted = forging.noted(golden(), 3) | {"receipts": [{"number": 1}]}
    for change, pointer, code in (
        ({"moves": [{}]}, "/moves/0/seat", "no_transcript"),
        ({"receipts": noted}, "/receipts/receipts/0/digest", "no_receipts"),
    ):
        [error] = verify(golden() | change).json()["errors"]
        assert (error["pointer"], error["code"]) == (pointer, code)


@pytest.mark.django_db
def test_a_body_of_the_greatest_length_is_read() -> None:
    text = json.dumps(golden()).encode()

    assert verify(text.ljust(settings.TRANSCRIPT_MAX_BYTES)).json()["holds"] is True


@pytest.mark.django_db
@pytest.mark.usefixtures("in_one_window")
def test_checking_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.RATES["verification"] == "30/min"
    monkeypatch.setitem(settings.RATES, "verification", "3/min")  # each starts a process

    statuses = [verify(b"{}").status_code for _ in range(4)]

    answer = verify(b"{}")

    assert statuses == [400] * 3 + [429]
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert 0 < int(answer["Retry-After"]) <= 60


# Verify an untrusted transcript in a child process with limits of time and memory.


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
        verification._result(output, process.wait(PATIENCE))

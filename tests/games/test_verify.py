"""POST /transcripts/verify: what holds, the first move that does not, and what is not even looked
at.
"""

import json
from typing import Any

import pytest
from django.conf import settings

from games.models import Game, Move
from tests.engine import forging
from tests.engine import test_transcripts as forgeries
from tests.engine.forging import Forgery, golden, rechain
from tests.players import Player

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def verify(body: bytes | Any) -> Any:
    """Send a document, or bytes, without a token."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Player().send("POST", "/transcripts/verify", text)


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


def test_with_receipts_it_says_how_far_the_log_is_the_one_that_was_shown() -> None:
    document = golden()

    answer = verify(document | {"receipts": forging.noted(document, 5, 40)}).json()

    assert (answer["holds"], answer["proved_until"]) == (True, 40)


def test_an_invented_log_passes_without_receipts_and_fails_with_them() -> None:
    forged = forging.invented_after(30)

    alone = verify(forged).json()
    compared = verify(forged | {"receipts": forging.noted(golden(), 5, 40)}).json()

    assert (alone["holds"], alone["proved_until"]) == (True, None)
    assert (compared["holds"], compared["proved_until"]) == (False, None)
    assert (compared["failure"]["move"], compared["failure"]["check"]) == (40, "receipt")
    assert compared["unproved"] == []


def test_annotations_are_named_as_unproved() -> None:
    answer = verify(golden() | {"annotations": {"title": "A rainy evening"}}).json()

    assert answer["holds"] is True
    assert "annotations" in answer["unproved"][-1]


@pytest.mark.parametrize(
    ("noted", "pointer"),
    [
        pytest.param(None, "/receipts", id="null"),
        pytest.param([], "/receipts", id="a list"),
        pytest.param(
            forging.noted(golden(), 3) | {"receipts": [{"number": 1}]},
            "/receipts/receipts/0/digest",
            id="a receipt without a digest",
        ),
    ],
)
def test_what_are_no_receipts_is_pointed_at(noted: Any, pointer: str) -> None:
    answer = verify(golden() | {"receipts": noted})

    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, "no_receipts")


@pytest.mark.parametrize("name", [*forging.NAMES, "version_2/classic", "version_2/bots"])
def test_the_bytes_of_a_download_can_be_sent_as_they_are(name: str) -> None:
    assert verify(forging.path_of(name).read_bytes()).json()["holds"] is True


@pytest.mark.parametrize(
    ("forge", "is_rechained", "move", "check"),
    [
        pytest.param(forgeries.change_event, False, 8, "digest", id="a tampered event"),
        pytest.param(forgeries.other_seed, False, None, "commitment", id="a changed seed"),
        pytest.param(
            forgeries.ask_for_what_is_not_held, True, 8, "legality", id="an illegal move, rechained"
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


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param(b"", "validation_error", id="nothing"),
        pytest.param(b"{", "malformed_json", id="no JSON"),
        pytest.param(b"[]", "validation_error", id="a list"),
        pytest.param(
            json.dumps(golden()).encode()[:-2_000], "malformed_json", id="half a transcript"
        ),
        pytest.param(b"[" * 100_000, "malformed_json", id="nested without end"),
    ],
)
def test_what_is_no_transcript_is_refused(body: bytes, code: str) -> None:
    answer = verify(body)

    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"moves": [{}]}, "/moves/0/seat", id="what is missing"),
        pytest.param({"moves": [*golden()["moves"][:3], 7]}, "/moves/3", id="a move"),
        pytest.param(
            {"moves": golden("version_2/classic")["moves"]}, "/moves/0/command", id="arrays"
        ),
    ],
)
def test_what_is_no_transcript_is_pointed_at(change: dict[str, Any], pointer: str) -> None:
    problem = verify(golden() | change).json()

    [error] = problem["errors"]
    assert (error["pointer"], error["code"]) == (pointer, "no_transcript")


@pytest.mark.parametrize(
    "event", [f'["asked",2,1,{"[" * 900}{"]" * 900}]', f'["asked"{",0" * 1_900_000}]', "[{}]"]
)
def test_an_array_that_is_no_event_is_no_trouble(event: str) -> None:
    document = golden("version_2/classic")
    document["moves"][7]["events"] = ["HERE"]
    text = json.dumps(document).replace('"HERE"', event)

    failure = verify(text.encode()).json()["failure"]

    assert (failure["move"], failure["check"]) == (8, "digest")


@pytest.mark.parametrize("depth", [200, 900, 1_000])
def test_deep_nesting_within_a_transcript_is_no_trouble(depth: int) -> None:
    text = json.dumps(golden() | {"series": "HERE"}).encode()

    answer = verify(text.replace(b'"HERE"', b"[" * depth + b"]" * depth))

    assert answer.status_code in (200, 400)
    assert b'holds":true' not in answer.content


def test_a_body_that_is_too_long_is_refused() -> None:
    answer = verify(b" " * (settings.TRANSCRIPT_MAX_BYTES + 1))

    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_body_of_the_greatest_length_is_read() -> None:
    text = json.dumps(golden()).encode()

    assert verify(text.ljust(settings.TRANSCRIPT_MAX_BYTES)).json()["holds"] is True


@pytest.mark.usefixtures("in_one_window")
def test_checking_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.RATES["verification"] == "30/min"
    monkeypatch.setitem(settings.RATES, "verification", "3/min")  # each starts a process

    statuses = [verify(b"{}").status_code for _ in range(4)]

    answer = verify(b"{}")

    assert statuses == [400] * 3 + [429]
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert 0 < int(answer["Retry-After"]) <= 60

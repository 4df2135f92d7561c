"""What a transcript proves, without receipts and with them; and what is no receipts file."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.engine import receipts, report, strict_json, transcript_reader
from games.engine.receipts import MOST_RECEIPTS, NoReceipts
from games.engine.transcript_reader import NoTranscript
from tests.engine import forging
from tests.engine.forging import Json, golden, invented_after, noted

ROOT = Path(__file__).parents[2]


def without_last_ruling() -> Json:
    """Return a ruled game whose last move, a ruling, was dropped."""
    document = golden("ruled")
    document["moves"].pop()
    document["rulings"].pop()
    return document


def labels(document: Json, receipts_file: Json | None = None) -> list[str]:
    """Return the first word of each line in which a check tells what is proved."""
    verdict = forging.verdict(document, receipts_file)
    assert verdict.holds, verdict.failure
    return [line.partition(" ")[0] for line in report.describe_proof(verdict)]


# A log that its operator forged after the game, with the seed that is public then


def test_an_invented_second_half_agrees_with_the_public_seed() -> None:
    forged = invented_after(30)

    verdict = forging.verdict(forged)

    assert forging.verdict(forged, noted(golden(), 30)).proved_until == 30
    assert (verdict.holds, verdict.scope, verdict.proved_until) == (True, "full", None)


@pytest.mark.parametrize("number", [31, 71])
def test_an_invented_second_half_contradicts_any_receipt_for_it(number: int) -> None:
    true, forged = golden(), invented_after(30)
    assert len(forged["moves"]) >= number

    found = forging.verdict(forged, noted(true, 3, 30, number)).failure

    assert found is not None
    assert (found.move, found.check) == (number, "receipt")


def test_dropped_last_moves_contradict_a_receipt_for_them() -> None:
    true = golden("ruled")
    end = len(true["moves"])

    assert forging.verdict(without_last_ruling()).holds
    found = forging.verdict(without_last_ruling(), noted(true, 1, end)).failure

    assert found is not None
    assert (found.move, found.check) == (None, "receipt")


def test_another_seed_contradicts_the_commitment_that_was_noted() -> None:
    other = noted(golden("bicycle")) | {"game": golden()["game"]}

    found = forging.verdict(golden(), other).failure

    assert found is not None
    assert (found.move, found.check) == (None, "receipt")


def test_receipts_of_another_game_name_both_games() -> None:
    other = noted(golden("bicycle")) | {"game": "another\x1b"}

    found = forging.verdict(golden(), other).failure

    assert found is not None and (found.move, found.check) == (None, "receipt")
    assert r'"another\u001b"' in found.reason and golden()["game"] in found.reason


def test_two_receipts_for_one_move_that_differ_contradict_any_log() -> None:
    true, forged = golden(), invented_after(30)
    both = noted(true, 40)
    both["receipts"] += noted(forged, 40)["receipts"]

    for document in (true, forged):
        found = forging.verdict(document, both).failure
        assert found is not None and found.check == "receipt"


# What the report says


@pytest.mark.parametrize(
    ("numbers", "proved_until", "expected"),
    [
        pytest.param((), 0, ["PROVED", "UNPROVED", "UNPROVED"], id="the commitment alone"),
        pytest.param((40,), 40, ["PROVED", "PROVED", "UNPROVED", "UNPROVED"], id="up to a move"),
        pytest.param((9, 71, 9), 71, ["PROVED", "PROVED", "UNPROVED", "UNPROVED"], id="to the end"),
    ],
)
def test_with_receipts_the_log_up_to_the_last_is_proved(
    numbers: tuple[int, ...], proved_until: int, expected: list[str]
) -> None:
    document = golden()

    assert labels(document, noted(document, *numbers)) == expected
    assert forging.verdict(document, noted(document, *numbers)).proved_until == proved_until


def test_annotations_are_allowed_and_called_unproved() -> None:
    document = golden() | {"annotations": {"title": "A rainy evening", "seed": "not this"}}

    assert labels(document) == ["UNPROVED"] * 3
    assert "The annotations" in report.describe_proof(forging.verdict(document))[-1]


# Unknown members, and members named twice


@pytest.mark.parametrize(
    "place",
    [[], ["moves", 3], ["seats", 0]],
)
def test_an_unknown_member_of_a_transcript_is_refused(place: list[Any]) -> None:
    document = golden()
    part: Any = document
    for name in place:
        part = part[name]
    part["note"] = "Ann cheated"

    with pytest.raises(NoTranscript, match='unknown member: "note"') as refused:
        transcript_reader.read(document)
    assert refused.value.place == "/".join(map(str, place))


@pytest.mark.parametrize("member", ["command", "events", "rules", "entropy"])
def test_an_unknown_member_deeper_in_a_transcript_does_not_hold(member: str) -> None:
    document = golden()
    part = document["moves"][9] if member in ("command", "events") else document
    value = part[member]
    if member == "entropy":
        value[0].append("note")
    else:
        (value[0] if isinstance(value, list) else value)["note"] = "Ann cheated"
    if member in ("command", "events"):
        forging.rechain(document)

    assert not forging.verdict(document).holds


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"seed": 1, "seed": 2}', id="at the top"),
        pytest.param('{"moves": [{"at": 1, "seat": 2, "at": 1}]}', id="further down"),
        pytest.param('{"a": NaN}', id="no number"),
    ],
)
def test_json_that_leaves_open_what_is_meant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"twice|not a number"):
        strict_json.loads(text)


# What is no receipts file


@pytest.mark.parametrize(
    ("change", "place"),
    [
        pytest.param(lambda it: it.pop("commitment"), "commitment", id="no commitment"),
        pytest.param(lambda it: it.update(version=2), "version", id="another version"),
        pytest.param(lambda it: it.update(seed="0"), "", id="an unknown member"),
        pytest.param(
            lambda it: it["receipts"][0].update(at=0), "receipts/0", id="an unknown member of one"
        ),
        pytest.param(
            lambda it: it["receipts"][1].update(number=0), "receipts/1/number", id="move 0"
        ),
        pytest.param(
            lambda it: it["receipts"][1].update(digest="AB" * 32),
            "receipts/1/digest",
            id="upper case",
        ),
        pytest.param(
            lambda it: it.update(receipts=it["receipts"] * (MOST_RECEIPTS // 2 + 1)),
            "receipts",
            id="too many",
        ),
    ],
)
def test_what_is_no_receipts_file_is_refused_by_its_place(
    change: Callable[[Json], Any], place: str
) -> None:
    value = noted(golden(), 3, 4)
    change(value)

    with pytest.raises(NoReceipts) as refused:
        receipts.read(value)
    assert refused.value.place == place


@pytest.mark.parametrize("value", [None, []])
def test_a_value_that_is_no_object_is_no_receipts_file(value: Any) -> None:
    with pytest.raises(NoReceipts):
        receipts.read(value)


# The command


def run(*arguments: Path | str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games.engine.verify", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def saved(folder: Path, name: str, value: Json | str) -> Path:
    path = folder / f"{name}.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


@pytest.mark.slow
def test_the_command_takes_receipts(tmp_path: Path) -> None:
    true = golden()
    file = saved(tmp_path, "receipts", noted(true, 10, 71))

    honest = run(forging.path_of("classic"), "--receipts", file)
    forged = run(saved(tmp_path, "forged", invented_after(30)), "--receipts", file)

    assert (honest.returncode, forged.returncode) == (0, 1)
    assert "PROVED    Moves 1 to 71 are the ones shown during play" in honest.stdout
    assert forged.stdout.startswith("BROKEN    Move 71: Its digest is not the one on the receipt")

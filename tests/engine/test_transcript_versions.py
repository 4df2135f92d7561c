"""Transcripts of version 2, whose moves of schema 3 are arrays: golden games and forgeries."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine import transcript, transcript_reader
from games.engine.log_check import LONGEST_REASON
from games.engine.transcript_reader import NoTranscript
from games.engine.verify import verify_transcript
from tests.engine import forging, make_transcripts
from tests.engine.forging import VERSION_2, Forgery, Json, failure, golden, nested, rechain
from tests.engine.test_transcripts import run, with_value
from tests.profiles import sized

CLASSIC = "version_2/classic"


def entries(name: str) -> tuple[list[Any], list[Any]]:
    """Return the commands and the events of a golden transcript."""
    moves = golden(name)["moves"]
    return [move["command"] for move in moves], [e for move in moves for e in move["events"]]


# Golden games


def test_each_golden_game_of_version_2_is_one_of_version_1() -> None:
    assert [f"version_2/{name}" for name in sorted(make_transcripts.CASES)] == VERSION_2
    assert all(golden(name)["version"] == 2 for name in VERSION_2)
    assert all(golden(name)["version"] == 1 for name in forging.NAMES)


@pytest.mark.parametrize("name", VERSION_2)
def test_a_golden_game_has_the_same_states_in_both_versions(name: str) -> None:
    newer, older = golden(name), golden(name.removeprefix("version_2/"))

    verdict = forging.verdict(newer)

    assert (verdict.failure, verdict.scope) == (None, "full")
    assert verdict.state == forging.verdict(older).state
    changed = {"version": 0, "moves": 0}
    assert newer | changed == older | changed


def test_the_golden_games_show_every_event_that_they_show_in_version_1() -> None:
    of_arrays = {event[0] for name in VERSION_2 for event in entries(name)[1]}
    of_objects = {event["type"] for name in forging.NAMES for event in entries(name)[1]}

    assert of_arrays == of_objects


def test_a_command_that_the_first_event_implies_is_null() -> None:
    commands, _ = entries("version_2/lobby")

    given = [command for command in commands if command is not None]
    assert [command[0] for command in given] == ["draw_dealer"]


def test_a_log_of_both_forms_needs_version_2() -> None:
    mixed = forging.invented_after(30)

    assert {move["schema"] for move in mixed["moves"]} == {2, 3}
    assert mixed["version"] == 2
    assert forging.verdict(mixed).holds


def test_version_2_may_have_moves_that_version_1_could_carry_and_is_written_in_version_1() -> None:
    document = golden() | {"version": 2}

    read = transcript_reader.read(document)

    verdict = verify_transcript(read)
    assert verdict.holds
    text = transcript.write(read.header, read.moves, verdict.state)
    assert text == forging.golden_text("classic")


# What has not the form of its version or schema


def in_move(number: int, **members: Any) -> Forgery:
    """Replace members of a move."""

    def forge(document: Json) -> None:
        document["moves"][number - 1].update(members)

    return forge


@pytest.mark.parametrize(
    ("name", "forge", "place"),
    [
        (CLASSIC, with_value(1, "version"), "moves/0/command"),
        (CLASSIC, with_value(3, "version"), "version"),
        ("classic", in_move(4, command=None), "moves/3/command"),
        ("classic", in_move(4, command=["take_seat", 2]), "moves/3/command"),
        ("classic", in_move(4, schema=3, command=["take_seat", 2]), "moves/3/command"),
        ("classic", in_move(4, events=[["seat_taken", 2]]), "moves/3/events"),
        ("classic", in_move(4, events=["seat_taken"]), "moves/3/events"),
        (CLASSIC, in_move(4, schema=2), "moves/3/command"),
        (CLASSIC, in_move(4, command={"type": "take_seat", "seat": 2}), "moves/3/command"),
        (CLASSIC, in_move(4, command="take_seat"), "moves/3/command"),
        (CLASSIC, in_move(4, command=False), "moves/3/command"),
        (CLASSIC, in_move(4, events=[{"type": "seat_taken", "seat": 2}]), "moves/3/events"),
        (CLASSIC, in_move(4, events=[["seat_taken", 2], None]), "moves/3/events"),
        (CLASSIC, in_move(4, events=None), "moves/3/events"),
        (CLASSIC, in_move(4, events=[["seat_taken", float("nan")]]), "moves/3/events"),
        (CLASSIC, in_move(4, schema=3.5), "moves/3/schema"),
        (CLASSIC, in_move(4, schema=[3]), "moves/3/schema"),
    ],
)
def test_a_move_in_the_form_of_another_version_or_schema_is_refused_by_its_place(
    name: str, forge: Forgery, place: str
) -> None:
    document = golden(name)
    forge(document)

    with pytest.raises(NoTranscript) as refused:
        transcript_reader.read(document)
    assert refused.value.place == place


# Forgeries by a forger who has the seed


def replace(number: int, *events: Any) -> Forgery:
    return in_move(number, events=list(events))


def changed(number: int, place: int, value: Any, event: int = 0) -> Forgery:
    """Replace a field of an event; the first has place 1."""

    def forge(document: Json) -> None:
        document["moves"][number - 1]["events"][event][place] = value

    return forge


def appended(number: int, *values: Any) -> Forgery:
    """Append values to the first event of a move."""

    def forge(document: Json) -> None:
        document["moves"][number - 1]["events"][0] += values

    return forge


def another_pack(document: Json) -> None:
    dealt = document["moves"][6]["events"][0]
    dealt[2] = dealt[2][2:] + dealt[2][:2]


@pytest.mark.parametrize(
    ("forge", "move", "check"),
    [
        pytest.param(changed(8, 3, "2"), 8, "legality", id="another rank"),
        pytest.param(changed(8, 1, 0), 8, "author", id="another seat"),
        pytest.param(another_pack, 7, "author", id="another pack"),
        pytest.param(in_move(6, command=["draw_dealer", 0]), 6, "author", id="another dealer"),
        pytest.param(in_move(6, command=None), 6, "entry", id="a command that nothing gives"),
        pytest.param(in_move(2, command=["take_seat", 0]), 2, "entry", id="a command given twice"),
        pytest.param(
            in_move(6, command=["draw_dealer"]), 6, "author", id="a command without field"
        ),
        pytest.param(in_move(6, command=[]), 6, "entry", id="an empty command"),
        pytest.param(in_move(6, command=["fold"]), 6, "entry", id="an unknown command"),
        pytest.param(in_move(6, command=[["draw_dealer"], 0]), 6, "entry", id="a list as a type"),
        pytest.param(in_move(8, events=[]), 8, "entry", id="no events"),
        pytest.param(replace(8, []), 8, "entry", id="an empty event"),
        pytest.param(replace(8, ["asks", 0, 1, "7"]), 8, "entry", id="an unknown event"),
        pytest.param(replace(8, [{}, 0, 1, "7"]), 8, "entry", id="an object as a type"),
        pytest.param(replace(8, [7, 0, 1, "7"]), 8, "entry", id="a number as a type"),
        pytest.param(changed(8, 1, [0]), 8, "entry", id="a list for a seat"),
        pytest.param(changed(8, 1, {"0": 0}), 8, "entry", id="an object for a seat"),
        pytest.param(changed(8, 3, nested(300)), 8, "entry", id="a deep list for a rank"),
        pytest.param(changed(8, 1, True), 8, "entry", id="true for a seat"),
        pytest.param(changed(8, 2, 1.0), 8, "entry", id="1.0 for a seat"),
        pytest.param(changed(8, 3, None), 8, "entry", id="null for a rank"),
        pytest.param(changed(8, 1, 10**30), 8, "author", id="a huge seat"),
        pytest.param(appended(8, None), 8, "entry", id="null at the end"),
        pytest.param(appended(8, None, None), 8, "entry", id="a null too many"),
        pytest.param(appended(8, "7H", 7), 8, "entry", id="a field too many"),
        pytest.param(appended(8, *[0] * 1_000), 8, "entry", id="a thousand fields too many"),
        pytest.param(appended(2, None, None), 2, "entry", id="absent fields as null"),
        pytest.param(changed(1, 1, []), 1, "entry", id="rules as a list"),
        pytest.param(changed(1, 1, {"no_such": 1}), 1, "entry", id="an unknown option"),
        pytest.param(in_move(8, schema=4), 8, "entry", id="a newer schema"),
        pytest.param(replace(1, ["seat_taken", 0]), 1, "entry", id="no creation"),
        pytest.param(replace(1, ["created"]), 1, "entry", id="a creation without fields"),
        pytest.param(replace(1, []), 1, "entry", id="a creation that is empty"),
    ],
)
def test_a_forger_of_arrays_is_found_out(forge: Forgery, move: int, check: str) -> None:
    document = golden(CLASSIC)
    forge(document)
    rechain(document)

    found = failure(document)

    assert (found.move, found.check) == (move, check), found


def test_a_changed_field_without_the_seed_is_a_wrong_digest() -> None:
    document = golden(CLASSIC)
    changed(8, 2, 2)(document)

    assert (failure(document).move, failure(document).check) == (8, "digest")


@pytest.mark.parametrize("name", ["classic", CLASSIC])
def test_the_reason_is_not_longer_for_more_that_is_invalid(name: str) -> None:
    document = golden(name)
    rules = {f"option_{number}": 1 for number in range(10_000)}
    if name == CLASSIC:
        changed(1, 1, rules)(document)
    else:
        created = document["moves"][0]
        created["command"]["rules"] = created["events"][0]["rules"] = rules
    rechain(document)

    found = failure(document)

    assert found.check == "entry"
    assert len(found.reason) <= LONGEST_REASON


def test_of_an_unknown_rules_version_the_chain_alone_is_checked() -> None:
    document = golden(CLASSIC)
    changed(1, 2, 2)(document)
    rechain(document)

    verdict = forging.verdict(document)

    assert (verdict.holds, verdict.scope, verdict.moves) == (True, "chain", len(document["moves"]))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.sampled_from(["asked", "created", "dealt", "7", "7H", "", "\0"])
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.integers(1, 12), st.none() | JSON, st.lists(JSON, max_size=3) | JSON)
@settings(max_examples=sized(60, nightly=3_000))
@example(1, None, [["created", {}, 1]])
@example(1, None, [["created", {}, 7]])
@example(8, None, [["asked", 0, 1, [["7"]]]])
def test_whatever_a_move_has_it_is_refused_or_found_out(
    number: int, command: Any, events: Any
) -> None:
    document = golden(CLASSIC)
    in_move(number, command=command, events=events)(document)

    place, move = fault(document)

    assert move == number or place in (f"moves/{number - 1}/command", f"moves/{number - 1}/events")


def fault(document: Json) -> tuple[str | None, int | None]:
    """Return the place of what has not the form of a transcript, or the move that does not hold."""
    try:
        transcript_reader.read(document)
    except NoTranscript as refused:
        return refused.place, None
    rechain(document)
    if forging.verdict(document).scope == "chain":  # the first move names unknown rules
        return None, 1
    return None, failure(document).move


@pytest.mark.slow
def test_the_command_reads_version_2() -> None:
    done = run(str(forging.path_of(CLASSIC)))

    assert (done.returncode, done.stderr) == (0, "")

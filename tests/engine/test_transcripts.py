"""Golden games hold and replay byte for byte; every forgery is named; and what receipts prove."""

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine import move_texts, receipts, report, strict_json, transcript, transcript_reader
from games.engine.decide import step
from games.engine.evolve import evolve
from games.engine.log_check import LONGEST_REASON
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.receipts import MOST_RECEIPTS, NoReceipts
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW
from games.engine.transcript_reader import NoTranscript
from games.engine.verification import Check
from games.engine.verify import verify_transcript
from tests.engine import forging, make_transcripts
from tests.engine.forging import (
    VERSION_2,
    Forgery,
    Json,
    event,
    failure,
    first,
    golden,
    invented_after,
    nested,
    noted,
    rechain,
)
from tests.profiles import sized

ROOT = Path(__file__).parents[2]
DEAL_OF_CLASSIC = 6


# Golden games


def test_every_preset_and_overlay_has_a_golden_game() -> None:
    cases = make_transcripts.CASES.values()

    assert {case.preset for case in cases} == set(PRESETS)
    assert {name for case in cases for name in case.overlays} == set(OVERLAYS)
    assert set(make_transcripts.CASES) <= set(forging.NAMES)
    assert [f"version_2/{name}" for name in sorted(make_transcripts.CASES)] == forging.VERSION_2


@pytest.mark.parametrize("name", [*sorted(make_transcripts.CASES), *forging.VERSION_2])
def test_a_golden_game_is_decided_again_byte_for_byte(name: str) -> None:
    state, replayed = NEW, NEW
    for move in transcript_reader.read(golden(name)).moves:
        command, recorded = forging.read(move)

        events, state = step(state, command)
        replayed = evolve(replayed, recorded)

        stored = json.loads(move.command), json.loads(move.events), move.schema
        assert move_texts.write(command, events, move.schema) == move_texts.normal_form(*stored)
        assert replayed == state
    assert state.is_over


@pytest.mark.parametrize("name", [*forging.NAMES, *forging.VERSION_2])
def test_a_transcript_is_written_again_byte_for_byte(name: str) -> None:
    read = transcript_reader.read(golden(name))

    text = transcript.write(read.header, read.moves, verify_transcript(read).state)

    assert text == forging.golden_text(name)


# Forgeries without the seed, whose digests are wrong, and with it


def change_event(document: Json) -> None:
    event(first(document, "ask"), "asked")["target"] = 2


def change_time(document: Json) -> None:
    document["moves"][9]["at"] = "2026-01-05T18:31:00.000000Z"


def swap_moves(document: Json) -> None:
    moves = document["moves"]
    moves[8], moves[9] = moves[9], moves[8]


def other_seed(document: Json) -> None:
    document["seed"] = bytes(32).hex()


@pytest.mark.parametrize(
    ("forge", "move", "check"),
    [
        pytest.param(change_event, 8, "digest", id="an event is tampered with"),
        pytest.param(change_time, 10, "digest", id="a time is changed"),
        pytest.param(swap_moves, 10, "number", id="two moves are swapped"),
        pytest.param(other_seed, None, "commitment", id="the seed is another"),
        pytest.param(
            lambda it: it.update(commitment="0" * 64),
            None,
            "commitment",
            id="the commitment is another",
        ),
    ],
)
def test_a_tampered_transcript_is_noticed(forge: Forgery, move: int | None, check: Check) -> None:
    document = golden()
    forge(document)

    found = failure(document)

    assert (found.move, found.check) == (move, check)


def ask_for_what_is_not_held(document: Json) -> None:
    ask = first(document, "ask")
    held = event(first(document, "deal"), "dealt")
    assert held
    ask["command"]["rank"] = event(ask, "asked")["rank"] = rank_not_held(document)


def rank_not_held(document: Json) -> str:
    state = NEW
    for move in transcript_reader.read(document).moves[: DEAL_OF_CLASSIC + 1]:
        state = step(state, forging.read(move)[0])[1]
    assert state.turn is not None
    hand = state.hands[state.turn]
    return next("23456789TJQKA"[rank] for rank in range(13) if not hand >> 4 * rank & 15)


def deal_another_pack(document: Json) -> None:
    deal = first(document, "deal")
    pack = deal["command"]["pack"]
    deal["command"]["pack"] = event(deal, "dealt")["pack"] = pack[2:] + pack[:2]


def draw_another_dealer(document: Json) -> None:
    drawn = first(document, "draw_dealer")
    drawn["command"]["dealer"] = event(drawn, "dealer_drawn")["seat"] = (
        drawn["command"]["dealer"] + 1
    ) % 3


def one_for_true(document: Json) -> None:
    drawn = next(e for m in document["moves"] for e in m["events"] if e["type"] == "go_fish")
    drawn["draws"] = 1


def play_for_another(document: Json) -> None:
    ask = first(document, "ask")
    ask["seat"] = (ask["seat"] + 1) % 3


def create_under_another_commitment(document: Json) -> None:
    created = document["moves"][0]
    created["command"]["commitment"] = created["events"][0]["commitment"] = "0" * 64


def created_with(**changes: Any) -> Forgery:
    def forge(document: Json) -> None:
        created = document["moves"][0]
        created["command"].update(changes)
        created["events"][0].update(changes)

    return forge


def abandon_a_seat_below_the_first(document: Json) -> None:
    document["moves"][7:] = [
        {**document["moves"][7], "seat": None, "command": {"type": "abandon", "seat": -1}}
    ]


def give_entropy_with_a_line_break(document: Json) -> None:
    move = document["moves"][2]
    move["command"]["entropy"] = move["events"][0]["entropy"] = "a\n2:b"


def give_entropy_twice(document: Json) -> None:
    added = {"seat": 1, "entropy": "more"}
    document["moves"].insert(3, deepcopy(document["moves"][2]))
    document["moves"][3]["command"] = {"type": "add_entropy", **added}
    document["moves"][3]["events"] = [{"type": "entropy_added", **added}]


def close(document: Json, *, seat: int | None, reason: str) -> None:
    """Close the lobby after its first player has sat down."""
    document["moves"].insert(2, deepcopy(document["moves"][1]))
    document["moves"][2]["seat"] = seat
    document["moves"][2]["command"] = {"type": "close", "reason": reason}
    document["moves"][2]["events"] = [{"type": "closed", "reason": reason}]


@pytest.mark.parametrize(
    ("forge", "move", "check"),
    [
        pytest.param(give_entropy_with_a_line_break, 3, "legality", id="ambiguous entropy"),
        pytest.param(give_entropy_twice, 4, "legality", id="entropy twice"),
        pytest.param(
            lambda it: close(it, seat=0, reason="expired"), 3, "author", id="a player that closes"
        ),
        pytest.param(
            lambda it: close(it, seat=None, reason="empty"), 3, "author", id="a lobby not empty"
        ),
        pytest.param(
            lambda it: close(it, seat=None, reason="expired"),
            4,
            "legality",
            id="play in a closed lobby",
        ),
        pytest.param(ask_for_what_is_not_held, 8, "legality", id="an illegal ask"),
        *(
            pytest.param(created_with(turn_seconds=seconds), 1, "legality", id=f"a clock of {name}")
            for seconds, name in ((0, "no time"), (86_401, "over a day"))
        ),
        pytest.param(created_with(dealer=3), 1, "legality", id="a dealer beyond the seats"),
        pytest.param(deal_another_pack, 7, "author", id="a pack not from the seed"),
        pytest.param(draw_another_dealer, 6, "author", id="a dealer not from the seed"),
        pytest.param(
            lambda it: first(it, "ask")["events"].pop(), 8, "events", id="an event left out"
        ),
        pytest.param(one_for_true, None, "entry", id="1 for true"),
        pytest.param(
            lambda it: it["moves"][-1]["events"][-1].update(reason="whim"),
            None,
            "entry",
            id="an unknown reason",
        ),
        pytest.param(play_for_another, 8, "author", id="a move for another seat"),
        pytest.param(create_under_another_commitment, 1, "commitment", id="another commitment"),
        pytest.param(
            lambda it: it["moves"][7].update(schema=999), 8, "entry", id="an unknown schema"
        ),
        pytest.param(abandon_a_seat_below_the_first, 8, "author", id="a negative seat"),
    ],
)
def test_a_forger_with_the_seed_is_found_out(
    forge: Forgery, move: int | None, check: Check
) -> None:
    document = golden()
    forge(document)
    rechain(document)

    found = failure(document)

    assert found.check == check, found
    assert move is None or found.move == move


def test_an_event_of_another_type_with_the_same_fields_is_found_out() -> None:
    """A seat that adds entropy and one that sits down with it are equal tuples."""
    document = golden("lobby")
    event(first(document, "add_entropy"), "entropy_added")["type"] = "seat_taken"
    rechain(document)

    assert (failure(document).check, failure(document).move) == ("events", 7)


def test_a_ruling_cannot_be_kept_back() -> None:
    document = golden("ruled")
    del document["rulings"]

    assert failure(document).check == "result"


def seat_a_bot_on_ones_own_seat(document: Json) -> None:
    move = document["moves"][5]
    move["command"]["bot"] = move["events"][0]["bot"] = "random"


def sit_down_as_the_referee(document: Json) -> None:
    move = document["moves"][6]
    del move["command"]["bot"], move["events"][0]["bot"]


@pytest.mark.parametrize(
    ("forge", "move"),
    [
        pytest.param(lambda it: it["moves"][4].update(seat=1), 5, id="a bot seated by a guest"),
        pytest.param(seat_a_bot_on_ones_own_seat, 6, id="a bot in one's own name"),
        pytest.param(sit_down_as_the_referee, 7, id="a player seated by the referee"),
        pytest.param(lambda it: it["moves"][3].update(seat=2), 4, id="a bot removed by a guest"),
    ],
)
def test_only_the_host_and_the_referee_seat_bots(forge: Forgery, move: int) -> None:
    document = golden("bots")
    forge(document)
    rechain(document)

    found = failure(document)

    assert (found.move, found.check) == (move, "author"), found


def change_scores(document: Json) -> None:
    document["result"]["scores"][0] += 1


@pytest.mark.parametrize(
    "forge",
    [
        change_scores,
        pytest.param(lambda it: it["entropy"].append([0, "another"]), id="entropy"),
        pytest.param(lambda it: it["rules"].update(open_hands=True), id="rules"),
        pytest.param(
            lambda it: it.update(rulings=[{"type": "ruled", "case": 1, "kind": "annulled"}]),
            id="a ruling",
        ),
        pytest.param(
            lambda it: it["seats"].append({"seat": 3, "player": "Eve"}), id="a seat too many"
        ),
    ],
)
def test_what_is_claimed_must_follow_from_the_moves(forge: Forgery) -> None:
    document = golden()
    forge(document)

    found = failure(document)

    assert (found.move, found.check) == (None, "result")


def test_of_an_unknown_rules_version_the_chain_alone_is_checked() -> None:
    document = golden()
    document["moves"][0]["events"][0]["rules_version"] = 2
    rechain(document)

    verdict = forging.verdict(document)
    change_time(document)

    assert (verdict.holds, verdict.scope, verdict.moves) == (True, "chain", len(document["moves"]))
    assert failure(document).check == "digest"


# What is no transcript


def without(*path: str) -> Forgery:
    def forge(document: Json) -> None:
        *parents, last = path
        place: Any = document
        for name in parents:
            place = place[int(name)] if isinstance(place, list) else place[name]
        del place[last]

    return forge


def with_value(value: Any, *path: str) -> Forgery:
    def forge(document: Json) -> None:
        *parents, last = path
        place: Any = document
        for name in parents:
            place = place[int(name)] if isinstance(place, list) else place[name]
        place[last] = value

    return forge


@pytest.mark.parametrize(
    ("forge", "place"),
    [
        (without("format"), "format"),
        (with_value(3, "version"), "version"),
        (with_value([], "version"), "version"),
        (with_value(True, "version"), "version"),
        (without("seed"), "seed"),
        (with_value("00" * 31, "seed"), "seed"),
        (with_value([], "moves"), "moves"),
        (with_value("../etc", "game"), "game"),
        (with_value("a\0b", "preset"), "preset"),
        (with_value(1, "seats", "0", "seat"), "seats/0"),
        (without("result"), "result"),
        (with_value("x", "moves", "3", "at"), "moves/3/at"),
        (with_value("2026-01-05T18:30:00.000000", "moves", "3", "at"), "moves/3/at"),
        (with_value("0001-01-01T00:00:00.000000+12:00", "moves", "3", "at"), "moves/3/at"),
        (with_value(True, "moves", "0", "number"), "moves/0/number"),
        (with_value(2**70, "moves", "3", "schema"), "moves/3/schema"),
        (with_value({}, "moves", "3", "events"), "moves/3/events"),
        (with_value({"a": float("nan")}, "moves", "3", "command"), "moves/3/command"),
        (with_value(nested(100_000), "moves", "3", "events"), "moves/3/events"),
    ],
)
def test_what_is_no_transcript_is_refused_by_its_place(forge: Forgery, place: str) -> None:
    document = golden()
    forge(document)

    with pytest.raises(NoTranscript) as refused:
        transcript_reader.read(document)
    assert refused.value.place == place


@pytest.mark.parametrize("value", [None, [], {}])
def test_a_value_that_is_no_object_is_no_transcript(value: Any) -> None:
    with pytest.raises(MalformedEntry):
        transcript_reader.read(value)


# The command of its own


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the verifier where nothing but the engine can be imported: no site packages, no
    environment.
    """
    bare = (
        "import runpy, sys, types\n"
        f"games = types.ModuleType('games'); games.__path__ = [{str(ROOT / 'games')!r}]\n"
        "sys.modules['games'] = games\n"
        "try:\n"
        "    runpy.run_module('games.engine.verify', run_name='__main__', alter_sys=True)\n"
        "finally:\n"
        "    foreign = {name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "    assert foreign <= {'games', '__main__', '__mp_main__'}, foreign\n"
    )
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", bare, *arguments], capture_output=True, text=True
    )


@pytest.mark.slow
def test_the_command_needs_the_standard_library_alone(tmp_path: Path) -> None:
    done = run(str(forging.save(tmp_path)))

    assert (done.returncode, done.stderr) == (0, "")
    labels = [line.partition(" ")[0] for line in done.stdout.splitlines()]
    assert labels == ["HOLDS"] * 3 + ["UNPROVED"] * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{", id="no JSON"),
        pytest.param(b"[" * 100_000, id="too deep"),
        pytest.param(b"{}", id="no transcript"),
    ],
)
def test_the_command_says_what_cannot_be_verified(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content)

    done = run(str(file))

    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be verified" in done.stderr
    assert "Traceback" not in done.stderr


# Transcripts of version 2, whose moves of schema 3 are arrays: golden games and forgeries.


CLASSIC = "version_2/classic"


# Golden games


@pytest.mark.parametrize("name", VERSION_2)
def test_a_golden_game_has_the_same_states_in_both_versions(name: str) -> None:
    newer, older = golden(name), golden(name.removeprefix("version_2/"))

    verdict, before = forging.verdict(newer), forging.verdict(older)

    for each in (verdict, before):
        assert (each.failure, each.scope, each.moves) == (None, "full", len(newer["moves"]))
    assert verdict.state == before.state
    assert verdict.digest.hex() == newer["moves"][-1]["digest"]
    changed = {"version": 0, "moves": 0}
    assert newer | changed == older | changed


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
        ("classic", in_move(4, command=None), "moves/3/command"),
        ("classic", in_move(4, schema=3, command=["take_seat", 2]), "moves/3/command"),
        ("classic", in_move(4, events=[["seat_taken", 2]]), "moves/3/events"),
        (CLASSIC, in_move(4, schema=2), "moves/3/command"),
        (CLASSIC, in_move(4, command={"type": "take_seat", "seat": 2}), "moves/3/command"),
        (CLASSIC, in_move(4, events=[{"type": "seat_taken", "seat": 2}]), "moves/3/events"),
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
        pytest.param(in_move(6, command=["fold"]), 6, "entry", id="an unknown command"),
        pytest.param(in_move(8, events=[]), 8, "entry", id="no events"),
        pytest.param(replace(8, ["asks", 0, 1, "7"]), 8, "entry", id="an unknown event"),
        pytest.param(changed(8, 1, [0]), 8, "entry", id="a list for a seat"),
        pytest.param(changed(8, 1, True), 8, "entry", id="true for a seat"),
        pytest.param(changed(8, 3, None), 8, "entry", id="null for a rank"),
        pytest.param(appended(8, "7H", 7), 8, "entry", id="a field too many"),
        pytest.param(appended(2, None, None), 2, "entry", id="absent fields as null"),
        pytest.param(changed(1, 1, {"no_such": 1}), 1, "entry", id="an unknown option"),
        pytest.param(in_move(8, schema=4), 8, "entry", id="a newer schema"),
        pytest.param(replace(1, ["seat_taken", 0]), 1, "entry", id="no creation"),
    ],
)
def test_a_forger_of_arrays_is_found_out(forge: Forgery, move: int, check: str) -> None:
    document = golden(CLASSIC)
    forge(document)
    rechain(document)

    found = failure(document)

    assert (found.move, found.check) == (move, check), found


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


# What a transcript proves, without receipts and with them; and what is no receipts file.


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
        (lambda it: it.pop("commitment"), "commitment"),
        (lambda it: it.update(version=2), "version"),
        (lambda it: it.update(seed="0"), ""),
        (lambda it: it["receipts"][0].update(at=0), "receipts/0"),
        (lambda it: it["receipts"][1].update(number=0), "receipts/1/number"),
        (lambda it: it["receipts"][1].update(digest="AB" * 32), "receipts/1/digest"),
        (lambda it: it.update(receipts=it["receipts"] * (MOST_RECEIPTS // 2 + 1)), "receipts"),
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


# The command


def saved(folder: Path, name: str, value: Json) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(value))
    return path


@pytest.mark.slow
def test_the_command_takes_receipts(tmp_path: Path) -> None:
    true = golden()
    file = saved(tmp_path, "receipts", noted(true, 10, 71))

    honest = run(str(forging.save(tmp_path)), "--receipts", str(file))
    forged = run(str(saved(tmp_path, "forged", invented_after(30))), "--receipts", str(file))

    assert (honest.returncode, forged.returncode) == (0, 1)
    assert "PROVED    Moves 1 to 71 are the ones shown during play" in honest.stdout
    assert forged.stdout.startswith("BROKEN    Move 71: Its digest is not the one on the receipt")

"""Logs that were tampered with in any way are shown as far as possible, and nothing fails."""

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.desk.admin import evidence
from games.desk.admin.board import Board
from games.desk.review import records
from games.desk.review.records import ReplayedGame
from games.engine import codec, transcript_reader
from games.engine.verify import verify_transcript
from games.log.reader import LoggedMove
from tests.engine.forging import NAMES, golden, rechain
from tests.profiles import sized

Json = dict[str, Any]

NUMBERS = (-1, 0, 1, 2, 5, 9, 60, 10**6, 10**12, 2**62, 10**30)
TEXTS = ("2H", "KS", "RJ", "7", "K", "fish", "start", "", "x")


def recorded(document: Json) -> ReplayedGame:
    """Replay the moves of a transcript as those of a stored log are."""
    return records.replayed(logged(document))


def logged(document: Json) -> Iterator[LoggedMove]:
    """Read the moves of a transcript one after the other, as the move log does."""
    for move in document["moves"]:
        yield LoggedMove(
            move["number"],
            move["seat"],
            codec.command_from_json(move["command"], move["schema"]),
            tuple(codec.event_from_json(each, move["schema"]) for each in move["events"]),
            datetime.fromisoformat(move["at"]),
            b"",
        )


def tampered(rng: Random) -> Json:
    """Return a golden transcript in which something was changed, left out, repeated or moved, once
    or twice.
    """
    document = golden(rng.choice(NAMES))
    for _ in range(rng.choice([1, 2])):
        move = rng.choice(document["moves"])
        events = move["events"]
        match rng.randrange(7):
            case 0:
                move["seat"] = rng.choice([None, *NUMBERS[:7]])
            case 1 if events:
                events.pop(rng.randrange(len(events)))
            case 2:
                events.insert(rng.randrange(len(events) + 1), any_event(document, rng))
            case _ if events:
                changed = rng.choice(events)
                name = rng.choice([name for name in changed if name != "type"] or ["type"])
                changed[name] = other(changed[name], rng)
            case _:
                pass
    return document


def any_event(document: Json, rng: Random) -> Json:
    """Return a copy of an event of a game."""
    events = [each for move in document["moves"] for each in move["events"]]
    return dict(rng.choice(events))


def other(value: Any, rng: Random) -> Any:
    """Return another value of the same type, possible or not."""
    match value:
        case bool():
            return not value
        case int():
            return rng.choice([*NUMBERS, value + 1, value - 1])
        case str():
            return rng.choice(TEXTS)
        case [*values]:
            place = rng.randrange(len(values) or 1)
            changed = [other(each, rng) for each in values[place : place + 1]]
            return rng.choice(
                [
                    [],
                    values + values,
                    values[:place] + values[place + 1 :],
                    [*values[:place], *changed, *values[place + 1 :]],
                ]
            )
        case _:
            return rng.choice([*NUMBERS, *TEXTS])


@given(st.randoms(use_true_random=False))
@settings(max_examples=sized(40, nightly=5_000))
def test_whatever_a_log_says_can_be_shown_up_to_where_it_makes_no_sense(rng: Random) -> None:
    document = tampered(rng)
    shown = recorded(document)
    seats = shown.steps[-1].after.seats if shown.steps else 0
    board = Board(shown, document["preset"], [""] * seats, shows_hidden=True)
    gathered = evidence.gather(
        shown,
        verify_transcript(transcript_reader.read(golden())),
        disagreements=(),
        seed=bytes.fromhex(document["seed"]),
        names=board.names,
        origins=(),
    )

    assert shown.obstacle or shown.last == len(document["moves"])
    for viewer in ("referee", None, *range(seats)) if shown.steps else ():
        board.moves(viewer, gathered.asks, current=1, disputed=None)
        for number in {1, rng.randint(1, shown.last), shown.last}:
            assert board.table(number, viewer, gathered.asks).number == number


def test_a_deal_without_a_start_is_not_shown() -> None:
    document = golden()
    for move in document["moves"]:
        move["events"] = [each for each in move["events"] if each["type"] != "started"]
    rechain(document)

    shown = recorded(document)

    assert shown.obstacle is not None and "has not started" in shown.obstacle

"""Rulings on disputed games: what they add to the log, and what counts after them (§4.21)."""

from typing import Any

import pytest

from games.engine import ruling
from games.engine.commands import Resign, Rule, RulingKind, TimeOut
from games.engine.decide import decide, step
from games.engine.events import Event, GameOver, Ruled, SeatRestored, StandInSeated
from games.engine.state import NEW, State
from tests.builders import ask, refusal, rules, state
from tests.engine.test_leaving import kinds, started

OUT = Rule(1, "seat_removed", 1)
ANNULLED = Rule(1, "annulled")
UNKNOWN: Any = "pardoned"


def finished(**position: Any) -> State:
    """A game of three that seat 0 has won with two books; seat 2 has left it."""
    books = (("2C 2D 2H 2S", "3C 3D 3H 3S"), ("4C 4D 4H 4S",), ("5C 5D 5H 5S",))
    before = state("6C", "6D", "6H 6S", left=0b100, books=books, **position)
    end = GameOver("all_books", (2, 1, 1), (0,))
    return before._replace(phase="over", turn=None, result=end)


def after(position: State, *commands: Rule) -> State:
    for command in commands:
        position = step(position, command)[1]
    return position


@pytest.mark.parametrize("kind", ["warning", "suspended"])
def test_a_ruling_about_a_person_changes_nothing_of_the_game(kind: RulingKind) -> None:
    running = started()

    events, ruled_on = step(running, Rule(1, kind))

    assert events == (Ruled(1, kind),)
    assert ruled_on._replace(rulings=()) == running


def test_a_running_game_that_is_annulled_ends_and_does_not_count() -> None:
    events, over = step(started(), ANNULLED)

    assert kinds(list(events)) == [Ruled, GameOver]
    assert over.result is not None
    assert (over.result.reason, ruling.counted(over)) == ("ruled", None)


def test_a_finished_game_that_is_annulled_keeps_its_result_but_it_does_not_count() -> None:
    over = finished()

    events, annulled = step(over, ANNULLED)

    assert events == (Ruled(1, "annulled"),)
    assert annulled.result == over.result
    assert (ruling.counted(over), ruling.counted(annulled)) == ((0,), None)


def test_an_adjusted_result_counts_as_adjusted_and_a_leaver_never_wins() -> None:
    adjusted = after(finished(), Rule(1, "adjusted", scores=(0, 1, 9)))

    assert adjusted.rulings == (Ruled(1, "adjusted", None, (0, 1, 9), (1,)),)
    assert ruling.counted(adjusted) == (1,)


def test_the_last_adjustment_counts_unless_another_case_annuls_the_game() -> None:
    first, second = Rule(1, "adjusted", scores=(0, 1, 0)), Rule(2, "adjusted", scores=(1, 1, 0))

    assert ruling.counted(after(finished(), first, second)) == (0, 1)
    assert ruling.counted(after(finished(), first, Rule(2, "annulled"))) is None


@pytest.mark.parametrize("on_abandon", ["end", "stand_in"])
def test_a_stand_in_plays_on_for_a_removed_seat_whatever_was_agreed(on_abandon: str) -> None:
    events, running = step(started(on_abandon=on_abandon), OUT)

    assert events == (Ruled(1, "seat_removed", 1), StandInSeated(1))
    assert (running.left, running.is_over) == (0b010, False)
    assert refusal(running, Resign(1)) == "already_left"


def test_when_the_last_seat_is_removed_the_game_is_over_and_does_not_count() -> None:
    position = after(started(), OUT, Rule(2, "seat_removed", 0))

    events, over = step(position, Rule(3, "seat_removed", 2))

    assert isinstance(events[-1], GameOver)
    assert ruling.counted(over) is None


def test_a_removed_player_plays_on_when_it_is_ruled_otherwise_on_appeal() -> None:
    events, running = step(after(started(), OUT), Rule(1, "warning"))

    assert events == (Ruled(1, "warning"), SeatRestored(1))
    assert running.left == 0


def test_a_removal_that_is_upheld_changes_nothing_more() -> None:
    removed = after(started(), OUT)

    events, upheld = step(removed, OUT)

    assert events == (Ruled(1, "seat_removed", 1),)
    assert upheld.left == removed.left
    assert step(upheld, Rule(1, "dismissed"))[1].left == 0


def test_a_game_that_a_ruling_ended_counts_only_if_its_result_is_adjusted() -> None:
    over = after(started(), ANNULLED, Rule(1, "dismissed"))

    assert ruling.counted(over) is None
    assert ruling.counted(after(over, Rule(1, "adjusted", scores=(1, 0, 0)))) == (0,)


def test_between_deals_the_cards_of_the_last_deal_count_no_second_time() -> None:
    series = rules("bicycle", "series")
    scored = (("2C 2D 2H 2S", "3C 3D 3H 3S"), ("4C 4D 4H 4S",))
    waiting = state("", "", phase="cut", turn=None, rules=series, books=scored, totals=(2, 1))

    over = after(waiting, ANNULLED)

    assert over.result is not None
    assert (over.result.scores, over.totals) == ((0, 0), (2, 1))


@pytest.mark.parametrize(
    ("position", "command", "code"),
    [
        pytest.param(NEW, ANNULLED, "not_started", id="before the start"),
        pytest.param(
            started(), Rule(1, UNKNOWN), "ruling_impossible", id="a kind that no code knows"
        ),
        pytest.param(started(), Rule(2, "warning"), "ruling_impossible", id="a case left out"),
        pytest.param(started(), Rule(1, "warning", 1), "ruling_impossible", id="a seat too many"),
        pytest.param(started(), Rule(1, "seat_removed", 3), "ruling_impossible", id="seat 3 of 3"),
        pytest.param(finished(), OUT, "game_over", id="a seat of a game that is over"),
        pytest.param(
            started(), Rule(1, "adjusted", scores=(1, 0, 0)), "ruling_impossible", id="no result"
        ),
        pytest.param(
            finished(),
            Rule(1, "adjusted", scores=(1, 0, -1)),
            "ruling_impossible",
            id="less than nothing",
        ),
    ],
)
def test_a_ruling_must_fit_the_game(position: State, command: Rule, code: str) -> None:
    assert refusal(position, command) == code


def test_nothing_else_is_accepted_after_the_end() -> None:
    over = after(started(), ANNULLED)

    assert refusal(over, ask(0, 1, "Q")) == "game_over"
    assert refusal(over, Resign(0)) == "game_over"
    assert refusal(over, TimeOut(0)) == "game_over"
    events: list[Event] = [*decide(over, Rule(2, "dismissed"))]
    assert events == [Ruled(2, "dismissed")]

"""Seats that leave, clocks that run out, and rulings on disputed games (§4.20, §4.21)."""

from typing import Any

import pytest

from games.engine import referee, ruling, shuffle
from games.engine.commands import (
    Abandon,
    Ask,
    Command,
    Create,
    Cut,
    Level,
    Resign,
    Restore,
    Rule,
    RulingKind,
    TakeSeat,
    TimeOut,
)
from games.engine.decide import step
from games.engine.events import (
    Abandoned,
    CardsGiven,
    Event,
    GameOver,
    GoFish,
    PackCut,
    Resigned,
    Ruled,
    SeatRestored,
    StandInSeated,
    TimedOut,
    TurnPassed,
)
from games.engine.legal import asks
from games.engine.refusals import (
    AlreadyLeft,
    NoClock,
    NoSuchSeat,
    NotYourTurn,
    SeatTakenAlready,
)
from games.engine.rule_sets import compose
from games.engine.state import NEW, State
from games.engine.table import Table
from tests.builders import refusal, rules, state

SEED = bytes(32)


def play(state: State, *commands: Command) -> tuple[list[Event], State]:
    """Carry out commands, each with what the referee owes after it."""
    events: list[Event] = []
    for wish in commands:
        command: Command | None = wish
        while command is not None:
            new, state = step(state, command)
            events += new
            command = referee.next_command(state, SEED)
    return events, state


def started(*, preset: str = "classic", overlays: tuple[str, ...] = (), **agreed: Any) -> State:
    """A game of three that has begun."""
    rules = compose(preset, overlays)
    opening = Create(rules, 3, shuffle.commitment(SEED), **agreed)
    return play(NEW, opening, TakeSeat(0), TakeSeat(1), TakeSeat(2))[1]


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def owner(state: State) -> int:
    assert state.turn is not None
    return state.turn


def test_with_stand_ins_the_game_goes_on_without_the_leaver() -> None:
    state = started(on_abandon="stand_in")

    events, after = play(state, Resign(1))

    assert kinds(events) == [Resigned, StandInSeated]
    assert (after.phase, after.turn) == (state.phase, state.turn)


@pytest.mark.parametrize("level", [None, "expert"])
def test_the_stand_in_is_the_bot_that_was_agreed_on(level: Level | None) -> None:
    state = started(on_abandon="stand_in", stand_in=level)

    events, after = play(state, Resign(1))

    assert events == [Resigned(1), StandInSeated(1, level)]
    assert after.bots == (None, level or "random", None)


def test_bots_do_not_play_among_themselves() -> None:
    opening = Create(compose("classic"), 3, shuffle.commitment(SEED), on_abandon="stand_in")
    seated = [TakeSeat(0), TakeSeat(1, bot="random"), TakeSeat(2, bot="memory")]
    _, state = play(NEW, opening, *seated)

    events, after = play(state, Resign(0))

    assert kinds(events) == [Resigned, GameOver]
    assert after.is_over


def test_a_person_takes_the_seat_of_a_bot_and_no_other() -> None:
    _, left = play(started(on_abandon="stand_in"), Abandon(1))

    events, restored = play(left, Restore(1))

    assert events == [SeatRestored(1)]
    assert restored.bots == (None, None, None)
    with pytest.raises(SeatTakenAlready):
        play(restored, Restore(1))
    with pytest.raises(NoSuchSeat):
        play(left, Restore(3))


def test_a_game_ends_when_the_last_player_has_left() -> None:
    state = started(on_abandon="stand_in")

    events, after = play(state, Resign(1), Resign(0), Abandon(2))

    assert kinds(events)[-2:] == [Abandoned, GameOver]
    assert after.result is not None
    assert after.result.winners == ()


def test_a_seat_leaves_once() -> None:
    _, state = play(started(on_abandon="stand_in"), Resign(1))

    with pytest.raises(AlreadyLeft):
        step(state, Resign(1))


def test_a_turn_that_runs_out_passes_to_the_left_if_there_is_a_clock() -> None:
    state = started(turn_seconds=30)
    late = owner(state)

    events, after = play(state, TimeOut(late))

    assert events == [TimedOut(late), TurnPassed(late, (late + 1) % 3, "timeout")]
    assert after.timeouts[late] == 1
    for position, command, refused in (
        (started(), TimeOut(0), NoClock),
        (state, TimeOut(-1), NotYourTurn),
        (after, Ask(late, (late + 1) % 3, 0), NotYourTurn),
    ):
        with pytest.raises(refused):
            step(position, command)


def test_the_third_time_in_a_row_abandons_the_seat() -> None:
    state = started(turn_seconds=30)
    for _ in range(6):
        _, state = play(state, TimeOut(owner(state)))

    events, after = play(state, TimeOut(owner(state)))

    assert kinds(events) == [TimedOut, Abandoned, GameOver]
    assert after.is_over


def test_an_ask_between_resets_the_count() -> None:
    state = started(turn_seconds=30)
    late = owner(state)
    _, state = play(state, TimeOut(late), TimeOut((late + 1) % 3), TimeOut((late + 2) % 3))

    _, after = play(state, asks(Table(state), late)[0])

    assert after.timeouts[late] == 0


def test_the_referee_answers_truthfully_for_a_seat_that_does_not() -> None:
    state = started(overlays=("honour",), turn_seconds=30)
    ask = asks(Table(state), owner(state))[0]
    _, state = play(state, ask)

    events, after = play(state, TimeOut(ask.target))

    assert events[0] == TimedOut(ask.target)
    assert isinstance(events[1], CardsGiven | GoFish)
    assert after.phase in ("ask", "closing")


def test_the_referee_cuts_from_the_seed_for_a_seat_that_does_not() -> None:
    rules = compose("bicycle")
    opening = Create(rules, 2, shuffle.commitment(SEED), turn_seconds=30)
    _, state = play(NEW, opening, TakeSeat(0), TakeSeat(1))
    command = referee.time_out(state, SEED)
    assert command is not None

    events, _ = play(state, command)

    assert kinds(events)[:2] == [TimedOut, PackCut]
    assert referee.cut_for(state, SEED) == Cut(command.seat, command.cut or 0)


# Rulings on disputed games: what they add to the log, and what counts after them (§4.21).


OUT = Rule(1, "seat_removed", 1)
ANNULLED = Rule(1, "annulled")
UNKNOWN: Any = "pardoned"


def finished(**position: Any) -> State:
    """A game of three that seat 0 has won with two books; seat 2 has left it."""
    books = (("2C 2D 2H 2S", "3C 3D 3H 3S"), ("4C 4D 4H 4S",), ("5C 5D 5H 5S",))
    before = state("6C", "6D", "6H 6S", left=0b100, books=books, **position)
    end = GameOver("all_books", (2, 1, 1), (0,))
    return before._replace(phase="over", turn=None, result=end)


def with_a_bot() -> State:
    """A game of two whose seat 1 is a built-in bot."""
    opening = Create(compose("classic"), 2, shuffle.commitment(SEED))
    return play(NEW, opening, TakeSeat(0), TakeSeat(1, bot="random"))[1]


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
        (NEW, ANNULLED, "not_started"),
        (started(), Rule(1, UNKNOWN), "ruling_impossible"),
        (started(), Rule(2, "warning"), "ruling_impossible"),  # a case left out
        (started(), Rule(1, "warning", 1), "ruling_impossible"),  # a seat too many
        (started(), Rule(1, "seat_removed", 3), "ruling_impossible"),  # seat 3 of 3
        (with_a_bot(), OUT, "ruling_impossible"),
        (finished(), OUT, "game_over"),
        (started(), Rule(1, "adjusted", scores=(1, 0, 0)), "ruling_impossible"),  # no result
        (finished(), Rule(1, "adjusted", scores=(1, 0, -1)), "ruling_impossible"),
        (finished(), Rule(1, "adjusted", scores=(1, 0)), "ruling_impossible"),  # two of three
        (after(started(), ANNULLED), Resign(0), "game_over"),
    ],
)
def test_a_ruling_must_fit_the_game(position: State, command: Rule, code: str) -> None:
    assert refusal(position, command) == code

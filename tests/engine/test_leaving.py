"""Seats that leave, clocks that run out, and rulings on disputed games (§4.20, §4.21)."""

from typing import Any

import pytest

from games.engine import referee, shuffle
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
    RulingImpossible,
    SeatTakenAlready,
)
from games.engine.rule_sets import compose
from games.engine.state import NEW, State
from games.engine.table import Table

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


def test_a_bot_plays_for_a_removed_seat_until_it_is_restored() -> None:
    state = started(on_abandon="stand_in", stand_in="memory")

    _, removed = play(state, Rule(1, "seat_removed", 1))
    _, restored = play(removed, Rule(1, "dismissed"))

    assert removed.bots == (None, "memory", None)
    assert restored.bots == (None, None, None)


def test_a_person_takes_the_seat_of_a_bot_and_no_other() -> None:
    _, left = play(started(on_abandon="stand_in"), Abandon(1))

    events, restored = play(left, Restore(1))

    assert events == [SeatRestored(1)]
    assert restored.bots == (None, None, None)
    with pytest.raises(SeatTakenAlready):
        play(restored, Restore(1))
    with pytest.raises(NoSuchSeat):
        play(left, Restore(3))


def test_a_built_in_bot_is_not_removed_by_a_ruling() -> None:
    opening = Create(compose("classic"), 2, shuffle.commitment(SEED))
    _, state = play(NEW, opening, TakeSeat(0), TakeSeat(1, bot="random"))

    with pytest.raises(RulingImpossible):
        step(state, Rule(1, "seat_removed", 1))


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
    for position, command, refusal in (
        (started(), TimeOut(0), NoClock),
        (state, TimeOut(-1), NotYourTurn),
        (after, Ask(late, (late + 1) % 3, 0), NotYourTurn),
    ):
        with pytest.raises(refusal):
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


def test_the_referee_ends_a_closing_turn_that_its_owner_does_not_end() -> None:
    state = started(overlays=("honour",), turn_seconds=30)
    while state.phase != "closing":
        choice: Command = (
            TimeOut(state.to_act() or 0)
            if state.phase == "answer"
            else asks(Table(state), owner(state))[0]
        )
        _, state = play(state, choice)
    closing = owner(state)

    events, after = play(state, TimeOut(closing))

    assert events[0] == TimedOut(closing)
    assert isinstance(events[-1], TurnPassed)
    assert after.turn != closing


def test_the_referee_cuts_from_the_seed_for_a_seat_that_does_not() -> None:
    rules = compose("bicycle")
    opening = Create(rules, 2, shuffle.commitment(SEED), turn_seconds=30)
    _, state = play(NEW, opening, TakeSeat(0), TakeSeat(1))
    command = referee.time_out(state, SEED)
    assert command is not None

    events, _ = play(state, command)

    assert kinds(events)[:2] == [TimedOut, PackCut]
    assert referee.cut_for(state, SEED) == Cut(command.seat, command.cut or 0)

"""Before the first card: a game is created, seats are taken and left, and it starts."""

import pytest

from games.engine.commands import (
    AddEntropy,
    Ask,
    Command,
    Create,
    DrawDealer,
    LeaveSeat,
    Misdeal,
    Resign,
    Start,
    TakeSeat,
)
from games.engine.decide import execute, step
from games.engine.events import SeatLeft
from games.engine.evolve import replay
from games.engine.referee import next_command
from games.engine.refusals import RulesRefused
from games.engine.state import NEW, State
from games.engine.table import Table
from tests.builders import refusal, rules

OPENED = Create(rules("classic"), 4, "c" * 64)


def lobby(*commands: Command, create: Create = OPENED) -> State:
    """Return the position after these commands on a new game of four seats."""
    state = NEW
    for command in (create, *commands):
        state = step(state, command)[1]
    return state


ALL_SEATED = [TakeSeat(seat) for seat in range(4)]


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        pytest.param(lobby(), OPENED, "already_started", id="a game is created once"),
        pytest.param(lobby(TakeSeat(1)), TakeSeat(1), "seat_taken", id="somebody sits there"),
        pytest.param(lobby(*ALL_SEATED), TakeSeat(1), "game_full", id="every seat is taken"),
        pytest.param(lobby(), LeaveSeat(1), "seat_empty", id="nobody to leave"),
        pytest.param(lobby(), AddEntropy(1, "dice"), "seat_empty", id="nobody to add entropy"),
        pytest.param(lobby(TakeSeat(0)), Start(), "too_few_seats", id="one seat is no game"),
        pytest.param(
            lobby(
                TakeSeat(0),
                TakeSeat(1),
                create=Create(rules("classic", players_min=3), 4, "c" * 64),
            ),
            Start(),
            "too_few_seats",
            id="fewer than the rules want",
        ),
        pytest.param(
            lobby(*ALL_SEATED, Start()),
            LeaveSeat(1),
            "already_started",
            id="leaving after the start",
        ),
        pytest.param(
            lobby(*ALL_SEATED, Start()), TakeSeat(1), "already_started", id="sitting down after it"
        ),
        pytest.param(
            lobby(*ALL_SEATED, Start()), AddEntropy(1, "late"), "already_started", id="late entropy"
        ),
        pytest.param(lobby(*ALL_SEATED, Start()), Start(), "already_started", id="starting twice"),
        pytest.param(
            lobby(*ALL_SEATED), DrawDealer(dealer=0), "wrong_phase", id="drawing too early"
        ),
        pytest.param(lobby(*ALL_SEATED), Resign(0), "not_started", id="resigning in the lobby"),
        pytest.param(lobby(*ALL_SEATED), Ask(0, 1, 5), "not_your_turn", id="asking in the lobby"),
        pytest.param(
            lobby(*ALL_SEATED),
            Misdeal(0, "exposed_card"),
            "wrong_phase",
            id="a misdeal in the lobby",
        ),
    ],
)
def test_the_lobby_refuses(state: State, command: Command, code: str) -> None:
    assert refusal(state, command) == code


def test_rules_that_cannot_be_played_at_the_number_of_seats_are_refused_at_creation() -> None:
    with pytest.raises(RulesRefused) as refused:
        step(NEW, Create(rules("bicycle"), 6, "c" * 64))

    assert [error.option for error in refused.value.errors] == ["seats", "deal_table"]


def test_a_seat_left_can_be_taken_again() -> None:
    state = lobby(TakeSeat(1), LeaveSeat(1), TakeSeat(1))

    assert state.taken == 0b10


def test_with_the_last_person_the_bots_leave_the_lobby() -> None:
    state = lobby(TakeSeat(0, bot="random"), TakeSeat(1), TakeSeat(3, bot="memory"))

    events, after = step(state, LeaveSeat(1))

    assert events == (SeatLeft(1), SeatLeft(0), SeatLeft(3))
    assert (after.taken, after.bots) == (0, (None,) * 4)


def test_a_bot_may_leave_while_a_person_stays() -> None:
    state = lobby(TakeSeat(0, bot="random"), TakeSeat(1), LeaveSeat(0))

    assert (state.taken, state.bots) == (0b10, (None,) * 4)


@pytest.mark.parametrize(
    ("seated", "host"),
    [
        pytest.param([], None, id="nobody"),
        pytest.param([TakeSeat(2), TakeSeat(1)], 1, id="the lowest"),
        pytest.param([TakeSeat(2), TakeSeat(1, bot="random")], 2, id="no bot"),
    ],
)
def test_who_is_the_host(seated: list[Command], host: int | None) -> None:
    assert lobby(*seated).host() == host


def test_bots_move_together_with_the_seats() -> None:
    state = lobby(TakeSeat(3, bot="expert"), TakeSeat(1), TakeSeat(2, bot="random"), Start())

    assert state.bots == (None, "random", "expert")


def test_entropy_is_kept_in_the_order_given_even_of_a_seat_that_left() -> None:
    state = lobby(
        TakeSeat(1, "a"), TakeSeat(0), AddEntropy(0, "b"), LeaveSeat(1), AddEntropy(0, "c")
    )

    assert state.entropy == ((1, "a"), (0, "b"), (0, "c"))


def test_starting_with_empty_seats_moves_the_taken_ones_together() -> None:
    state = lobby(TakeSeat(3), TakeSeat(1))
    events, started = step(state, Start())

    assert events[0] == ((1, 3),)
    assert started.seats == 2
    assert started.hands == (0, 0)


@pytest.mark.parametrize(
    ("dealer", "phase"),
    [
        pytest.param(None, "dealer", id="the dealer is drawn"),
        pytest.param(2, "deal", id="a rematch has its dealer"),
        pytest.param(3, "deal", id="a dealer whose seat is gone moves within the seats left"),
    ],
)
def test_what_follows_the_start(dealer: int | None, phase: str) -> None:
    create = Create(rules("classic"), 4, "c" * 64, dealer)
    state = lobby(TakeSeat(0), TakeSeat(1), TakeSeat(2), Start(), create=create)

    assert state.phase == phase
    assert state.dealer == (None if dealer is None else dealer % 3)


def test_the_referee_starts_a_full_game_by_itself() -> None:
    assert next_command(lobby(*ALL_SEATED[:3]), bytes(32)) is None
    assert isinstance(next_command(lobby(*ALL_SEATED), bytes(32)), Start)


def test_the_lobby_replays_from_its_events() -> None:
    table = Table(NEW)
    commands: list[Command] = [OPENED, *ALL_SEATED, Start()]
    for command in commands:
        execute(table, command)

    assert replay(table.events) == table.freeze()

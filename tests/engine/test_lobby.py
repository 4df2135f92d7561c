"""Before the first card: a game is created, seats are taken and left, and it starts."""

import pytest

from games.engine.commands import (
    AddEntropy,
    Ask,
    Close,
    Command,
    Create,
    DrawDealer,
    LeaveSeat,
    Misdeal,
    Resign,
    Rule,
    Start,
    TakeSeat,
)
from games.engine.decide import step
from games.engine.events import Closed, SeatLeft, Started
from games.engine.lobby import MOST_LOBBY_MOVES, MOST_SEATINGS
from games.engine.referee import next_command
from games.engine.state import NEW, State
from tests.builders import refusal, rules

OPENED = Create(rules("classic"), 4, "c" * 64)


def lobby(*commands: Command, create: Create = OPENED) -> State:
    """Return the position after these commands on a new game of four seats."""
    state = NEW
    for command in (create, *commands):
        state = step(state, command)[1]
    return state


ALL_SEATED = [TakeSeat(seat) for seat in range(4)]


FULL = lobby(*ALL_SEATED)
STARTED = lobby(*ALL_SEATED, Start())
TWO = (TakeSeat(0), TakeSeat(1))
FOR_THREE = Create(rules("classic", players_min=3), 4, "c" * 64)
DEALS_THREE = Create(rules("classic", deal_table={"3": 5, "4": 5}), 4, "c" * 64)


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        (lobby(), OPENED, "already_started"),
        (lobby(TakeSeat(1)), TakeSeat(1), "seat_taken"),
        (FULL, TakeSeat(1), "game_full"),
        (lobby(), LeaveSeat(1), "seat_empty"),
        (lobby(), AddEntropy(1, "dice"), "seat_empty"),
        (lobby(TakeSeat(0)), Start(), "too_few_seats"),
        (lobby(*TWO, create=FOR_THREE), Start(), "too_few_seats"),
        (lobby(*TWO, create=DEALS_THREE), Start(), "too_few_seats"),
        (STARTED, Start(), "already_started"),
        (STARTED, TakeSeat(1), "already_started"),
        (FULL, DrawDealer(dealer=0), "wrong_phase"),
        (FULL, Resign(0), "not_started"),
        (FULL, Ask(0, 1, 5), "not_your_turn"),
        (FULL, Misdeal(0, "exposed_card"), "wrong_phase"),
        (STARTED, Close("expired"), "already_started"),
        (lobby(TakeSeat(0)), Close("empty"), "seat_taken"),
    ],
)
def test_the_lobby_refuses(state: State, command: Command, code: str) -> None:
    assert refusal(state, command) == code


def test_with_the_last_person_the_bots_leave_the_lobby() -> None:
    state = lobby(TakeSeat(0, bot="random"), TakeSeat(1), TakeSeat(3, bot="memory"))

    events, after = step(state, LeaveSeat(1))

    assert events == (SeatLeft(1), SeatLeft(0), SeatLeft(3))
    assert (after.taken, after.bots) == (0, (None,) * 4)


def test_the_host_is_the_person_on_the_lowest_seat() -> None:
    assert lobby().host() is None
    assert lobby(TakeSeat(2), TakeSeat(1)).host() == 1
    assert lobby(TakeSeat(2), TakeSeat(1, bot="random")).host() == 2


def test_bots_move_together_with_the_seats() -> None:
    state = lobby(TakeSeat(3, bot="expert"), TakeSeat(1), TakeSeat(2, bot="random"), Start())

    assert state.bots == (None, "random", "expert")


def test_entropy_is_kept_in_the_order_given_and_leaves_with_its_seat() -> None:
    state = lobby(
        TakeSeat(1, "a"),
        TakeSeat(3, "b"),
        TakeSeat(0),
        AddEntropy(0, "c"),
        LeaveSeat(1),
        TakeSeat(1, "d"),
    )

    assert state.entropy == ((3, "b"), (0, "c"), (1, "d"))


@pytest.mark.parametrize(
    "seated",
    [
        pytest.param([TakeSeat(0, "a")], id="given when the seat was taken"),
        pytest.param([TakeSeat(0), AddEntropy(0, "a")], id="given later"),
    ],
)
def test_a_seat_gives_entropy_once(seated: list[Command]) -> None:
    assert refusal(lobby(*seated), AddEntropy(0, "b")) == "entropy_already_given"


def test_entropy_that_the_digest_cannot_take_is_refused() -> None:
    """Which texts those are is in the vectors of the shuffle."""
    text = "a\n1:b"

    assert refusal(lobby(TakeSeat(0)), TakeSeat(1, text)) == "bad_entropy"
    assert refusal(lobby(TakeSeat(0)), AddEntropy(0, text)) == "bad_entropy"


# --- the bound ------------------------------------------------------------------------------------


def test_a_lobby_that_was_sat_in_too_often_takes_no_one_in_but_can_be_left_and_started() -> None:
    state = lobby(TakeSeat(0, "a"), TakeSeat(1, bot="random"))
    moves = 3
    while state.seatings < MOST_SEATINGS:
        taking, leaving = TakeSeat(2), LeaveSeat(2)
        state = step(step(step(state, taking)[1], AddEntropy(2, "b"))[1], leaving)[1]
        moves += 3

    assert moves <= MOST_LOBBY_MOVES
    assert refusal(state, TakeSeat(2)) == "too_many_seatings"
    assert refusal(state, TakeSeat(3, bot="random")) == "too_many_seatings"
    assert step(state, LeaveSeat(1))[1].taken == 0b01
    assert step(state, Start())[1].seats == 2


# --- the end --------------------------------------------------------------------------------------


def test_a_lobby_that_all_have_left_is_closed_by_the_referee() -> None:
    state = lobby(TakeSeat(0), TakeSeat(1, bot="random"), LeaveSeat(0))

    due = next_command(state, bytes(32))

    assert due == Close("empty")
    assert step(state, due)[0] == (Closed("empty"),)


def test_a_closed_lobby_keeps_its_seats_and_is_not_a_game_that_is_over() -> None:
    before = lobby(TakeSeat(0, "a"), TakeSeat(2))

    state = step(before, Close("expired"))[1]

    assert state == before._replace(phase="closed")
    assert (state.is_over, state.has_ended, state.to_act()) == (False, True, None)
    assert next_command(state, bytes(32)) is None


@pytest.mark.parametrize(
    "command", [TakeSeat(1), LeaveSeat(0), Start(), OPENED, Rule(1, "warning")]
)
def test_nothing_more_happens_in_a_closed_game(command: Command) -> None:
    assert refusal(lobby(TakeSeat(0), Close("expired")), command) == "game_closed"


def test_starting_with_empty_seats_moves_the_taken_ones_together() -> None:
    state = lobby(TakeSeat(3), TakeSeat(1))
    events, started = step(state, Start())

    assert events == (Started((1, 3)),)
    assert started.seats == 2
    assert started.hands == (0, 0)


def test_a_rematch_has_its_dealer_who_moves_within_the_seats_left() -> None:
    create = Create(rules("classic"), 4, "c" * 64, 3)
    state = lobby(TakeSeat(0), TakeSeat(1), TakeSeat(2), Start(), create=create)

    assert (state.phase, state.dealer) == ("deal", 0)
    assert STARTED.phase == "dealer"


def test_the_referee_starts_a_full_game_by_itself() -> None:
    assert next_command(lobby(*ALL_SEATED[:3]), bytes(32)) is None
    assert isinstance(next_command(lobby(*ALL_SEATED), bytes(32)), Start)

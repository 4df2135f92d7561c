"""Compute the referee's own moves: pure functions of the state and the secret seed."""

from games.engine import shuffle
from games.engine.commands import Close, Command, Cut, Deal, DrawDealer, Start, TimeOut
from games.engine.state import State


def next_command(state: State, seed: bytes) -> Command | None:
    """Return the referee's next command, or None while the game waits for a player.

    The referee starts a full game, draws the dealer and deals each pack, with the labels of
    ``shuffle``. It closes a lobby that all players have left.
    """
    match state.phase:
        case "lobby":
            return _lobby(state)
        case "dealer":
            return _draw_dealer(state, seed)
        case "deal":
            pack = _next_pack(state, seed)
            return Deal(pack if state.cut is None else shuffle.cut_pack(pack, state.cut))
        case _:
            return None


def cut_for(state: State, seed: bytes) -> Cut:
    """Return the referee's cut for a seat that does not cut in time (§2 ``cut_by_right``)."""
    seat = state.to_act()
    assert state.phase == "cut" and seat is not None
    label = f"cut {state.packs + 1}"
    bound = state.rules.pack_size - 1
    return Cut(seat, 1 + shuffle.number_below(seed, state.entropy, label, bound=bound))


def time_out(state: State, seed: bytes) -> TimeOut | None:
    """Return the command for the seat whose time has run out; None if no seat is awaited."""
    seat = state.to_act()
    if seat is None:
        return None
    return TimeOut(seat, cut_for(state, seed).position if state.phase == "cut" else None)


def _lobby(state: State) -> Command | None:
    if state.taken == (1 << state.seats) - 1:
        return Start()
    return Close("empty") if state.seatings and not state.taken else None


def _draw_dealer(state: State, seed: bytes) -> DrawDealer:
    if state.rules.dealer_selection == "random":
        dealer = shuffle.number_below(seed, state.entropy, "dealer", bound=state.seats)
        return DrawDealer(dealer=dealer)
    jokers = state.rules.joker_count
    pack = shuffle.shuffled_pack(seed, state.entropy, "dealer", joker_count=jokers)
    return DrawDealer(pack=pack)


def _next_pack(state: State, seed: bytes) -> tuple[int, ...]:
    label = f"deal {state.packs + 1}"
    jokers = state.rules.joker_count
    return shuffle.shuffled_pack(seed, state.entropy, label, joker_count=jokers)

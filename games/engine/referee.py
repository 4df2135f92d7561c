"""What the referee does by itself, move by move: a pure function of the position and the secret seed."""

from games.engine import shuffle
from games.engine.commands import Close, Command, Cut, Deal, DrawDealer, Start, TimeOut
from games.engine.state import State


def next_command(state: State, seed: bytes) -> Command | None:
    """Return what the referee does now, or none while the game waits for a player.

    Full seats start the game; then come the draw for dealer and each pack, under the labels of ``shuffle``. A lobby
    that everybody has left is closed.
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
    """Return the cut that the referee makes for a seat that does not (§2 ``cut_by_right``)."""
    seat = state.to_act()
    assert state.phase == "cut" and seat is not None
    label = f"cut {state.packs + 1}"
    bound = state.rules.pack_size - 1
    return Cut(seat, 1 + shuffle.number_below(seed, state.entropy, label, bound=bound))


def time_out(state: State, seed: bytes) -> TimeOut | None:
    """Return the referee's command for a seat whose time has run out; none if nobody is waited for."""
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

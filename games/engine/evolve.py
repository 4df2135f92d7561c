"""What each event does to a position. Replay is a fold of these; they never judge and never refuse."""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.cards import Hand, Seat, hand_of, of_rank
from games.engine.commands import Level
from games.engine.events import (
    Abandoned,
    Asked,
    BookDiscarded,
    BookMade,
    BookVoided,
    CardDrawn,
    CardExposed,
    CardsGiven,
    Closed,
    Created,
    DealerDrawn,
    Dealt,
    EntropyAdded,
    Event,
    GameOver,
    GoFish,
    Irregularity,
    Misdealt,
    PackCut,
    PlayerSkipped,
    Resigned,
    Ruled,
    SeatLeft,
    SeatRestored,
    SeatTaken,
    SeriesContinues,
    SeriesOver,
    StandInSeated,
    Started,
    TimedOut,
    TurnClosing,
    TurnContinues,
    TurnPassed,
)
from games.engine.state import NEW, Book, State, VoidBook
from games.engine.table import Table


def evolve(state: State, events: Iterable[Event]) -> State:
    """Return the position after these events, oldest first."""
    table = Table(state)
    for event in events:
        record(table, event)
    return table.freeze()


def replay(events: Iterable[Event]) -> State:
    """Return the position of a game from all its events, oldest first."""
    return evolve(NEW, events)


def record(table: Table, event: Event) -> None:
    """Let an event happen on the table."""
    table.events.append(event)
    _APPLY[type(event)](table, event)


def deal_hands(event: Dealt) -> list[Hand]:
    """Return the hands dealt, one card at a time from the dealer's left."""
    seats = len(event.counts)
    hands = [0] * seats
    owed = list(event.counts)
    pack = iter(event.pack)
    seat = event.dealer
    while any(owed):
        seat = (seat + 1) % seats
        if owed[seat]:
            hands[seat] |= 1 << next(pack)
            owed[seat] -= 1
    return hands


def _created(table: Table, event: Created) -> None:
    table.rules = event.rules
    table.phase = "lobby"
    table.seats = event.seats
    table.commitment = event.commitment
    table.dealer = event.dealer
    table.turn_seconds = event.turn_seconds
    table.on_abandon = event.on_abandon
    table.stand_in = event.stand_in
    table.bots = (None,) * event.seats


def _seat_taken(table: Table, event: SeatTaken) -> None:
    table.taken |= 1 << event.seat
    table.seatings += 1
    _let_play(table, event.seat, event.bot)
    if event.entropy is not None:
        table.entropy += ((event.seat, event.entropy),)


def _entropy_added(table: Table, event: EntropyAdded) -> None:
    table.entropy += ((event.seat, event.entropy),)


def _seat_left(table: Table, event: SeatLeft) -> None:
    table.taken &= ~(1 << event.seat)
    table.entropy = tuple(given for given in table.entropy if given[0] != event.seat)
    _let_play(table, event.seat, None)


def _started(table: Table, event: Started) -> None:
    table.seats = len(event.seats)
    table.bots = tuple(table.bots[seat] for seat in event.seats)
    table.totals = (0,) * table.seats
    table.timeouts = [0] * table.seats
    _clear_table(table)
    _lapse_penalties(table)
    if table.dealer is None:
        table.phase = "dealer"
    else:
        table.dealer %= table.seats
        _await_pack(table)


def _closed(table: Table, event: Closed) -> None:
    table.phase = "closed"


def _dealer_drawn(table: Table, event: DealerDrawn) -> None:
    table.dealer = event.seat
    _await_pack(table)


def _pack_cut(table: Table, event: PackCut) -> None:
    table.cut = event.position
    table.phase = "deal"


def _dealt(table: Table, event: Dealt) -> None:
    _clear_table(table)
    table.dealer = event.dealer
    table.packs += 1
    table.in_play = hand_of(event.pack)
    table.hands = deal_hands(event)
    table.stock = event.pack[sum(event.counts) :]
    table.cut = None
    table.phase = "ask"
    table.result = None


def _asked(table: Table, event: Asked) -> None:
    table.asked = event
    table.asks += 1
    table.idle_asks += 1
    if table.turn_seconds is not None:
        table.timeouts[event.seat] = 0
    if table.rules.referee == "honour":
        table.phase = "answer"


def _cards_given(table: Table, event: CardsGiven) -> None:
    seat, to, cards = event
    table.hands[seat] ^= cards
    table.hands[to] |= cards


def _go_fish(table: Table, event: GoFish) -> None:
    """Change nothing: the draw, if any, is an event of its own."""


def _card_drawn(table: Table, event: CardDrawn) -> None:
    seat, card, reason, is_catch = event
    table.hands[seat] |= 1 << card
    table.stock = table.stock[1:]
    table.idle_asks = 0
    table.drawn = card if reason == "fish" and not is_catch else None


def _book_made(table: Table, event: BookMade) -> None:
    _leave_play(table, event.seat, event.cards)
    table.books[event.seat] += (Book(event.rank, event.cards),)


def _book_voided(table: Table, event: BookVoided) -> None:
    _leave_play(table, event.seat, event.cards)
    table.void += (VoidBook(event.seat, event.rank, event.cards),)


def _book_discarded(table: Table, event: BookDiscarded) -> None:
    table.books[event.seat] = table.books[event.seat][1:]
    table.discards += (Book(event.rank, event.cards),)


def _turn_continues(table: Table, event: TurnContinues) -> None:
    table.phase = "ask"
    table.asked = None
    table.closing = None
    table.drawn = None


def _turn_closing(table: Table, event: TurnClosing) -> None:
    table.phase = "closing"
    table.closing = event.reason


def _player_skipped(table: Table, event: PlayerSkipped) -> None:
    if event.reason == "penalty":
        table.misses_turns[event.seat] -= 1


def _turn_passed(table: Table, event: TurnPassed) -> None:
    table.phase = "ask"
    table.turn = event.to
    table.asked = None
    table.closing = None
    table.drawn = None
    table.called_illegally = False


def _irregularity(table: Table, event: Irregularity) -> None:
    if "rank_barred" in event.penalties:
        table.barred[event.seat] |= of_rank(-1, event.rank)
    if "misses_next_turn" in event.penalties:
        table.misses_turns[event.seat] += 1
    if event.kind == "illegal_call":
        table.called_illegally = True


def _card_exposed(table: Table, event: CardExposed) -> None:
    table.exposed |= 1 << event.card


def _misdealt(table: Table, event: Misdealt) -> None:
    table.misdeal_claims |= 1 << event.seat
    table.turn = None
    table.closing = None
    table.called_illegally = False
    _await_pack(table)


def _resigned(table: Table, event: Resigned) -> None:
    table.left |= 1 << event.seat
    if table.phase in ("cut", "deal"):
        # What still lies on the table is scored already, or void by a misdeal: it counts no more.
        _clear_table(table)


def _abandoned(table: Table, event: Abandoned) -> None:
    _resigned(table, Resigned(event.seat))


def _timed_out(table: Table, event: TimedOut) -> None:
    table.timeouts[event.seat] += 1


def _stand_in_seated(table: Table, event: StandInSeated) -> None:
    _let_play(table, event.seat, event.bot or "random")


def _ruled(table: Table, event: Ruled) -> None:
    table.rulings += (event,)
    if event.kind == "seat_removed" and event.seat is not None and table.phase != "over":
        _resigned(table, Resigned(event.seat))
    elif event.kind == "annulled" and table.phase in ("cut", "deal"):
        _clear_table(table)


def _seat_restored(table: Table, event: SeatRestored) -> None:
    table.left &= ~(1 << event.seat)
    _let_play(table, event.seat, None)


def _game_over(table: Table, event: GameOver) -> None:
    table.phase = "over"
    table.turn = None
    table.asked = None
    table.closing = None
    table.drawn = None
    table.called_illegally = False
    table.result = event
    table.deals_scored += 1


def _series_continues(table: Table, event: SeriesContinues) -> None:
    table.totals = event.totals
    table.dealer = event.seat
    _lapse_penalties(table)
    _await_pack(table)


def _series_over(table: Table, event: SeriesOver) -> None:
    table.totals = event.totals
    table.series = event


def _let_play(table: Table, seat: Seat, bot: Level | None) -> None:
    table.bots = (*table.bots[:seat], bot, *table.bots[seat + 1 :])


def _await_pack(table: Table) -> None:
    table.phase = "cut" if table.rules.cut_by_right else "deal"


def _clear_table(table: Table) -> None:
    """Gather every card. Penalties stay: a misdeal ends no game (001, §4.16)."""
    seats = table.seats
    table.hands = [0] * seats
    table.stock = ()
    table.in_play = 0
    table.books = [()] * seats
    table.void = ()
    table.discards = ()
    table.asks = 0
    table.idle_asks = 0
    table.exposed = 0


def _lapse_penalties(table: Table) -> None:
    """Forget barred ranks and missed turns, as each finished deal of a series does (§4.16)."""
    table.barred = [0] * table.seats
    table.misses_turns = [0] * table.seats


def _leave_play(table: Table, seat: int, cards: Hand) -> None:
    table.hands[seat] ^= cards
    table.in_play ^= cards
    table.exposed &= ~cards
    table.idle_asks = 0


_APPLY: dict[type[Event], Callable[[Table, Any], None]] = {
    Created: _created,
    SeatTaken: _seat_taken,
    EntropyAdded: _entropy_added,
    SeatLeft: _seat_left,
    Started: _started,
    Closed: _closed,
    DealerDrawn: _dealer_drawn,
    PackCut: _pack_cut,
    Dealt: _dealt,
    Asked: _asked,
    CardsGiven: _cards_given,
    GoFish: _go_fish,
    CardDrawn: _card_drawn,
    BookMade: _book_made,
    BookVoided: _book_voided,
    BookDiscarded: _book_discarded,
    TurnContinues: _turn_continues,
    TurnClosing: _turn_closing,
    PlayerSkipped: _player_skipped,
    TurnPassed: _turn_passed,
    Irregularity: _irregularity,
    CardExposed: _card_exposed,
    Misdealt: _misdealt,
    Resigned: _resigned,
    Abandoned: _abandoned,
    TimedOut: _timed_out,
    StandInSeated: _stand_in_seated,
    Ruled: _ruled,
    SeatRestored: _seat_restored,
    GameOver: _game_over,
    SeriesContinues: _series_continues,
    SeriesOver: _series_over,
}

"""Apply events to a state.

Replay is a fold of these functions; they check and refuse nothing. Those of the events of every ask
are public: the rules call them directly, because :func:`record` has to look them up.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine import events
from games.engine.cards import Hand, Seat, hand_of, of_rank
from games.engine.commands import Level
from games.engine.events import Event
from games.engine.state import NEW, Book, State, VoidBook
from games.engine.table import Table


def evolve(state: State, history: Iterable[Event]) -> State:
    """Return the state after these events, oldest first."""
    table = Table(state)
    for event in history:
        record(table, event)
    return table.freeze()


def replay(history: Iterable[Event]) -> State:
    """Return the state of a game from all its events, oldest first."""
    return evolve(NEW, history)


def record(table: Table, event: Event) -> None:
    """Append an event to the table's events and apply it."""
    table.events.append(event)
    HANDLERS[type(event)](table, event)


def deal_hands(event: events.Dealt) -> list[Hand]:
    """Return the hands dealt, one card at a time from the dealer's left."""
    counts = event.counts
    seats = len(counts)
    hands = [0] * seats
    order = [(event.dealer + place) % seats for place in range(1, seats + 1)]
    pack = iter(event.pack)
    for dealt in range(max(counts, default=0)):
        for seat in order:
            if counts[seat] > dealt:
                hands[seat] |= 1 << next(pack)
    return hands


def _created(table: Table, event: events.Created) -> None:
    table.rules = event.rules
    table.phase = "lobby"
    table.seats = event.seats
    table.commitment = event.commitment
    table.dealer = event.dealer
    table.turn_seconds = event.turn_seconds
    table.on_abandon = event.on_abandon
    table.stand_in = event.stand_in
    table.bots = (None,) * event.seats


def _seat_taken(table: Table, event: events.SeatTaken) -> None:
    table.taken |= 1 << event.seat
    table.seatings += 1
    _set_bot(table, event.seat, event.bot)
    if event.entropy is not None:
        table.entropy += ((event.seat, event.entropy),)


def _entropy_added(table: Table, event: events.EntropyAdded) -> None:
    table.entropy += ((event.seat, event.entropy),)


def _seat_left(table: Table, event: events.SeatLeft) -> None:
    table.taken &= ~(1 << event.seat)
    table.entropy = tuple(given for given in table.entropy if given[0] != event.seat)
    _set_bot(table, event.seat, None)


def _started(table: Table, event: events.Started) -> None:
    table.seats = len(event.seats)
    table.rated = event.rated
    table.bots = tuple(table.bots[seat] for seat in event.seats)
    table.totals = (0,) * table.seats
    table.timeouts = [0] * table.seats
    _clear_table(table)
    _lapse_penalties(table)
    if table.dealer is None:
        table.phase = "dealer"
    else:
        table.dealer %= table.seats
        _wait_for_pack(table)


def _closed(table: Table, event: events.Closed) -> None:
    table.phase = "closed"


def _dealer_drawn(table: Table, event: events.DealerDrawn) -> None:
    table.dealer = event.seat
    _wait_for_pack(table)


def _pack_cut(table: Table, event: events.PackCut) -> None:
    table.cut = event.position
    table.phase = "deal"


def _dealt(table: Table, event: events.Dealt) -> None:
    _clear_table(table)
    table.dealer = event.dealer
    table.packs += 1
    table.set_in_play(hand_of(event.pack))
    table.hands = deal_hands(event)
    table.stock = event.pack[sum(event.counts) :]
    table.cut = None
    table.phase = "ask"
    table.result = None


def asked(table: Table, event: events.Asked) -> None:
    """Open the ask: in honour mode the game waits for the answer."""
    table.asked = event
    table.asks += 1
    table.idle_asks += 1
    if table.turn_seconds is not None:
        table.timeouts[event.seat] = 0
    if table.rules.referee == "honour":
        table.phase = "answer"


def cards_given(table: Table, event: events.CardsGiven) -> None:
    """Move the cards to the asker's hand."""
    seat, to, cards = event
    table.hands[seat] ^= cards
    table.hands[to] |= cards


def go_fish(table: Table, event: events.GoFish) -> None:
    """Change nothing: a draw is an event of its own."""


def card_drawn(table: Table, event: events.CardDrawn) -> None:
    """Move the top card of the stock to the hand."""
    seat, card, reason, is_catch = event
    table.hands[seat] |= 1 << card
    table.stock = table.stock[1:]
    table.idle_asks = 0
    table.drawn = card if reason == "fish" and not is_catch else None


def book_made(table: Table, event: events.BookMade) -> None:
    """Lay the book."""
    _leave_play(table, event.seat, event.cards)
    table.books[event.seat] += (Book(event.rank, event.cards),)


def _book_voided(table: Table, event: events.BookVoided) -> None:
    _leave_play(table, event.seat, event.cards)
    table.void += (VoidBook(event.seat, event.rank, event.cards),)


def _book_discarded(table: Table, event: events.BookDiscarded) -> None:
    table.books[event.seat] = table.books[event.seat][1:]
    table.discards += (Book(event.rank, event.cards),)


def turn_continues(table: Table, event: events.TurnContinues) -> None:
    """Let the seat ask again."""
    table.phase = "ask"
    table.asked = None
    table.closing = None
    table.drawn = None


def _turn_closing(table: Table, event: events.TurnClosing) -> None:
    table.phase = "closing"
    table.closing = event.reason


def _player_skipped(table: Table, event: events.PlayerSkipped) -> None:
    if event.reason == "penalty":
        table.misses_turns[event.seat] -= 1


def turn_passed(table: Table, event: events.TurnPassed) -> None:
    """Give the turn to the next seat."""
    table.phase = "ask"
    table.turn = event.to
    table.asked = None
    table.closing = None
    table.drawn = None
    table.called_illegally = False


def _irregularity(table: Table, event: events.Irregularity) -> None:
    if "rank_barred" in event.penalties:
        table.barred[event.seat] |= of_rank(-1, event.rank)
    if "misses_next_turn" in event.penalties:
        table.misses_turns[event.seat] += 1
    if event.kind == "illegal_call":
        table.called_illegally = True


def _card_exposed(table: Table, event: events.CardExposed) -> None:
    table.exposed |= 1 << event.card


def _misdealt(table: Table, event: events.Misdealt) -> None:
    table.misdeal_claims |= 1 << event.seat
    table.turn = None
    table.closing = None
    table.called_illegally = False
    _wait_for_pack(table)


def _resigned(table: Table, event: events.Resigned) -> None:
    table.left |= 1 << event.seat
    if table.phase in ("cut", "deal"):
        # The cards on the table are already scored, or void by a misdeal.
        _clear_table(table)


def _abandoned(table: Table, event: events.Abandoned) -> None:
    _resigned(table, events.Resigned(event.seat))


def _timed_out(table: Table, event: events.TimedOut) -> None:
    table.timeouts[event.seat] += 1


def _stand_in_seated(table: Table, event: events.StandInSeated) -> None:
    _set_bot(table, event.seat, event.bot or "random")


def _ruled(table: Table, event: events.Ruled) -> None:
    table.rulings += (event,)
    if event.kind == "seat_removed" and event.seat is not None and table.phase != "over":
        _resigned(table, events.Resigned(event.seat))
    elif event.kind == "annulled" and table.phase in ("cut", "deal"):
        _clear_table(table)


def _seat_restored(table: Table, event: events.SeatRestored) -> None:
    table.left &= ~(1 << event.seat)
    _set_bot(table, event.seat, None)


def _game_over(table: Table, event: events.GameOver) -> None:
    table.phase = "over"
    table.turn = None
    table.asked = None
    table.closing = None
    table.drawn = None
    table.called_illegally = False
    table.result = event
    table.deals_scored += 1


def _series_continues(table: Table, event: events.SeriesContinues) -> None:
    table.totals = event.totals
    table.dealer = event.seat
    table.misdeal_claims = 0
    _lapse_penalties(table)
    _wait_for_pack(table)


def _series_over(table: Table, event: events.SeriesOver) -> None:
    table.totals = event.totals
    table.series = event


def _set_bot(table: Table, seat: Seat, bot: Level | None) -> None:
    table.bots = (*table.bots[:seat], bot, *table.bots[seat + 1 :])


def _wait_for_pack(table: Table) -> None:
    table.phase = "cut" if table.rules.cut_by_right else "deal"


def _clear_table(table: Table) -> None:
    """Remove all cards from the table. Penalties stay: a misdeal ends no game (001, §4.16)."""
    seats = table.seats
    table.hands = [0] * seats
    table.stock = ()
    table.set_in_play(0)
    table.books = [()] * seats
    table.void = ()
    table.discards = ()
    table.asks = 0
    table.idle_asks = 0
    table.exposed = 0


def _lapse_penalties(table: Table) -> None:
    """Reset barred ranks and missed turns, as after each finished deal of a series (§4.16)."""
    table.barred = [0] * table.seats
    table.misses_turns = [0] * table.seats


def _leave_play(table: Table, seat: int, cards: Hand) -> None:
    table.hands[seat] ^= cards
    table.set_in_play(table.in_play ^ cards)
    table.exposed &= ~cards
    table.idle_asks = 0


HANDLERS: dict[type[Any], Callable[[Table, Any], None]] = {
    events.Created: _created,
    events.SeatTaken: _seat_taken,
    events.EntropyAdded: _entropy_added,
    events.SeatLeft: _seat_left,
    events.Started: _started,
    events.Closed: _closed,
    events.DealerDrawn: _dealer_drawn,
    events.PackCut: _pack_cut,
    events.Dealt: _dealt,
    events.Asked: asked,
    events.CardsGiven: cards_given,
    events.GoFish: go_fish,
    events.CardDrawn: card_drawn,
    events.BookMade: book_made,
    events.BookVoided: _book_voided,
    events.BookDiscarded: _book_discarded,
    events.TurnContinues: turn_continues,
    events.TurnClosing: _turn_closing,
    events.PlayerSkipped: _player_skipped,
    events.TurnPassed: turn_passed,
    events.Irregularity: _irregularity,
    events.CardExposed: _card_exposed,
    events.Misdealt: _misdealt,
    events.Resigned: _resigned,
    events.Abandoned: _abandoned,
    events.TimedOut: _timed_out,
    events.StandInSeated: _stand_in_seated,
    events.Ruled: _ruled,
    events.SeatRestored: _seat_restored,
    events.GameOver: _game_over,
    events.SeriesContinues: _series_continues,
    events.SeriesOver: _series_over,
}
"""What applies each type of event: one function each."""

"""Return what a seat or a spectator may see of a state and of an event.

A view is built from what the viewer may know, never by removing secrets from a state. Two games
that differ only in cards hidden from a viewer give that viewer the same views.
"""

from typing import Any, Literal, assert_never

from games.engine import codec, legal
from games.engine.cards import Hand, Seat, card_text, hand_texts, rank_text, ranks_in
from games.engine.commands import Command
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
    PublicEvent,
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
from games.engine.evolve import deal_hands
from games.engine.rules import Rules
from games.engine.state import Book, State
from games.engine.table import Table
from games.engine.visible import (
    BookJson,
    CardDrawnEvent,
    DealtEvent,
    OutcomeView,
    PlayView,
    SeatState,
    ViewerView,
    VisibleState,
)

Json = dict[str, Any]
Viewer = Seat | Literal["referee"] | None
"""A seat, None for a spectator, or the referee, who sees everything."""


def event_view(event: Event, viewer: Viewer, rules: Rules) -> Json:
    """Return an event as the viewer saw it; hidden cards are null.

    For a given viewer, the view of an event never changes.
    """
    match event:
        case Dealt():
            return _dealt_view(event, viewer, rules)  # type: ignore[return-value]  # one kind of Json
        case CardDrawn(seat, card, reason, is_public):
            is_seen = is_public or _sees_hand(rules, seat, viewer)
            drawn: CardDrawnEvent = {
                "type": "card_drawn",
                "seat": seat,
                "card": card_text(card) if is_seen else None,
                "reason": reason,
                "public": is_public,
            }
            return drawn  # type: ignore[return-value]
        case _:
            public: PublicEvent = event
            return codec.to_json(public)


def state_view(state: State, viewer: Viewer) -> VisibleState:
    """Return a state as the viewer may see it; after the game, with every hand and book.

    Each of the ``legal_actions`` is the body of a request to the endpoint of its ``type``.
    """
    return {
        **play_view(state, viewer),
        "seats": [seat_view(state, seat, viewer) for seat in range(state.seats)],
        **outcome_view(state, viewer),
        **viewer_view(state, viewer),
    }


def play_view(state: State, viewer: Viewer) -> PlayView:
    """Return the members of a state before the seats."""
    return {
        "phase": state.phase,
        "commitment": state.commitment,
        "turn_seconds": state.turn_seconds,
        "rated": state.rated,
        "dealer": state.dealer,
        "deal": state.packs,
        "turn": state.turn,
        "to_act": state.to_act(),
        "asked": None if state.asked is None else codec.to_json(state.asked),
        "closing": state.closing,
        "stock": len(state.stock),
        "stock_cards": [card_text(card) for card in state.stock] if viewer == "referee" else None,
        "idle_asks": state.idle_asks,
    }


def outcome_view(state: State, viewer: Viewer) -> OutcomeView:
    """Return the members of a state after the seats, but for the viewer's own."""
    return {
        "void": [
            {"seat": book.seat, **_book_view(state, Book(book.rank, book.cards), book.seat, viewer)}
            for book in state.void
        ],
        "discards": [_book_view(state, book, None, viewer) for book in state.discards],
        "result": None if state.result is None else codec.to_json(state.result),
        "series": None if state.series is None else codec.to_json(state.series),
        "rulings": [codec.to_json(ruled) for ruled in state.rulings],
    }


def viewer_view(state: State, viewer: Viewer) -> ViewerView:
    """Return the last members of a state: who the viewer is, and what they may do."""
    return {
        "you": None if viewer == "referee" else viewer,
        "spectator": viewer is None or viewer == "referee",
        "legal_actions": legal_actions(state, viewer),
    }


def is_private_event(event: Event, viewer: Viewer) -> bool:
    """Return whether the viewer may see more of an event than a spectator."""
    if viewer is None:
        return False
    match event:  # the most frequent first
        case Asked() | GoFish() | CardsGiven() | TurnPassed() | TurnContinues() | BookMade():
            return False
        case CardDrawn(seat, _, _, is_public):
            return not is_public and viewer in (seat, "referee")
        case Dealt():
            return True
        case (
            Created()
            | SeatTaken()
            | EntropyAdded()
            | SeatLeft()
            | Started()
            | Closed()
            | DealerDrawn()
            | PackCut()
            | BookVoided()
            | BookDiscarded()
            | TurnClosing()
            | PlayerSkipped()
            | Irregularity()
            | CardExposed()
            | Misdealt()
            | Resigned()
            | Abandoned()
            | TimedOut()
            | StandInSeated()
            | Ruled()
            | SeatRestored()
            | GameOver()
            | SeriesContinues()
            | SeriesOver()
        ):
            return False
        case _:
            assert_never(event)


def is_private_seat(seat: Seat, viewer: Viewer) -> bool:
    """Return whether the viewer may see more of a seat than a spectator: its hand and books."""
    return viewer in (seat, "referee")


def is_private_outcome(state: State, viewer: Viewer) -> bool:
    """Return whether the viewer may see more of ``outcome_view`` than a spectator: a void book that
    was theirs.
    """
    return viewer == "referee" or any(book.seat == viewer for book in state.void)


def legal_actions(state: State, viewer: Viewer) -> list[Json]:
    """Return the commands that the viewer may send, without the seat."""
    if viewer is None or viewer == "referee" or viewer >= state.seats:
        return []
    actions = [codec.to_json(command) for command in legal.legal_commands(Table(state), viewer)]
    for action in actions:
        del action["seat"]
        if action["type"] == "ask" and "card" in action:
            del action["rank"]  # an ask names a rank or a card
    return actions


def command_of(action: Json, seat: Seat) -> Command:
    """Return the command for one of a seat's ``legal_actions``.

    :raises MalformedEntry: if it is not an action.
    """
    written = {**action, "seat": seat}
    card = action.get("card")
    if action.get("type") == "ask" and isinstance(card, str):
        written["rank"] = card[:1]
    return codec.command_from_json(written)


def _sees_hand(rules: Rules, seat: Seat, viewer: Viewer) -> bool:
    return rules.open_hands or viewer in (seat, "referee")


def _dealt_view(event: Dealt, viewer: Viewer, rules: Rules) -> DealtEvent:
    hands = deal_hands(event)
    return {
        "type": "dealt",
        "dealer": event.dealer,
        "counts": list(event.counts),
        "stock": len(event.pack) - sum(event.counts),
        "hands": [
            hand_texts(hand) if _sees_hand(rules, seat, viewer) else None
            for seat, hand in enumerate(hands)
        ],
    }


def seat_view(state: State, seat: Seat, viewer: Viewer) -> SeatState:
    """Return a seat of a state."""
    is_dealt = bool(state.hands)
    hand = state.hands[seat] if is_dealt else 0
    sees_hand = state.is_over or _sees_hand(state.rules, seat, viewer)
    return {
        "seat": seat,
        "taken": bool(state.taken >> seat & 1) if state.phase in ("lobby", "closed") else True,
        "left": bool(state.left >> seat & 1),
        "bot": state.bots[seat],
        "hand_size": hand.bit_count(),
        "hand": hand_texts(hand) if sees_hand else None,
        "books": [_book_view(state, book, seat, viewer) for book in state.books[seat]]
        if is_dealt
        else [],
        "total": state.totals[seat] if state.totals else 0,
        "barred": _ranks(state.barred[seat]) if is_dealt else [],
        "misses_turns": state.misses_turns[seat] if is_dealt else 0,
    }


def _book_view(state: State, book: Book, owner: Seat | None, viewer: Viewer) -> BookJson:
    """Return a book; its rank and cards are null if it lies face down (§2 ``book_display``)."""
    is_seen = (
        state.rules.book_display == "face_up"
        or state.is_over
        or viewer == "referee"
        or (viewer is not None and owner == viewer)
    )
    return {
        "rank": rank_text(book.rank) if is_seen else None,
        "cards": hand_texts(book.cards) if is_seen else None,
    }


def _ranks(cards: Hand) -> list[str]:
    return [rank_text(rank) for rank in ranks_in(cards)]

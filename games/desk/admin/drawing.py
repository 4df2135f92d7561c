"""Prepare a position for the desk's templates: seats, cards and speech, as one viewer sees it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.data import narration
from games.desk.review.memory import Known
from games.desk.review.records import Step
from games.engine.cards import RANKS, Hand, Seat, cards_in, parse_card, parse_rank
from games.engine.events import Asked, BookMade, CardDrawn, CardExposed, CardsGiven, Event, GoFish
from games.engine.view import Viewer, event_view, state_view

Json = Mapping[str, Any]

_ACTIONS = {"ask": "asks", "answer": "answers", "closing": "may lay books", "cut": "cuts"}
_PHASES = {
    "lobby": "Waiting for players",
    "closed": "Closed before it started",
    "over": "The game is over",
}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_JOKERS = {"B": "joker", "R": "joker red"}


class DrawnCard(NamedTuple):
    """A card face up: the text in its corner, its name for screen readers, and its CSS classes,
    which ``web/cards/cards.css`` draws.
    """

    corner: str
    name: str
    classes: str


class DrawnSeat(NamedTuple):
    """A seat with its cards and books. Face-down cards are only counted."""

    number: Seat
    name: str
    is_to_act: bool
    says: str
    hand: list[DrawnCard] | None
    hand_size: int
    known: list[str]
    books: list[str]
    points: int
    notes: list[str]

    @property
    def backs(self) -> range:
        """A range to draw the cards that are face down."""
        return range(self.hand_size)


class DrawnTable(NamedTuple):
    """The table after a move."""

    situation: str
    deal: int
    stock: int
    next_card: DrawnCard | None
    dealer: Seat | None
    seats: list[DrawnSeat]
    aside: list[str]
    is_dealt: bool


def draw(
    step: Step, viewer: Viewer, *, names: Sequence[str], known: Sequence[Known] | None = None
) -> DrawnTable:
    """Return the table after a move as the viewer sees it.

    ``known`` is what a viewer with a perfect memory knows of each hand.
    """
    state, events = step.after, step.move.events
    view = state_view(state, viewer)
    moved = _moved(events, viewer, step)
    seats = [
        _seat(view, seat, name=_name(names, seat["seat"]), events=events, moved=moved, known=known)
        for seat in view["seats"]
    ]
    stock_cards = view["stock_cards"]
    return DrawnTable(
        situation=_situation(view),
        deal=view["deal"],
        stock=view["stock"],
        next_card=_card(stock_cards[0], moved) if stock_cards else None,
        dealer=view["dealer"],
        seats=seats,
        aside=[*_aside("Void", view["void"]), *_aside("Paid for a catch", view["discards"])],
        is_dealt=bool(view["deal"]),
    )


def _situation(view: Json) -> str:
    if view["to_act"] is None:
        return _PHASES.get(view["phase"], "The referee is to move")
    return f"Seat {view['to_act']} {_ACTIONS.get(view['phase'], 'is to move')}"


def _seat(
    view: Json,
    seat: Json,
    *,
    name: str,
    events: Iterable[Event],
    moved: Collection[str],
    known: Sequence[Known] | None,
) -> DrawnSeat:
    number = seat["seat"]
    is_hidden = seat["hand"] is None
    return DrawnSeat(
        number=number,
        name=name,
        is_to_act=number == view["to_act"],
        says=_says(number, events),
        hand=None if is_hidden else [_card(text, moved) for text in seat["hand"]],
        hand_size=seat["hand_size"],
        known=_remembered(known[number]) if known and is_hidden else [],
        books=[_book(book) for book in seat["books"]],
        points=seat["total"],
        notes=_notes(view, seat),
    )


def _name(names: Sequence[str], seat: Seat) -> str:
    return names[seat] if seat < len(names) else ""


def _notes(view: Json, seat: Json) -> list[str]:
    barred = ", ".join(narration.ranks(parse_rank(rank)) for rank in seat["barred"])
    return list(
        filter(
            None,
            [
                "not taken" if not seat["taken"] else "",
                "deals" if seat["seat"] == view["dealer"] else "",
                f"barred from {barred}" if barred else "",
                f"misses {seat['misses_turns']} turns" if seat["misses_turns"] > 1 else "",
                "misses a turn" if seat["misses_turns"] == 1 else "",
                "has left" if seat["left"] else "",
            ],
        )
    )


def _says(seat: Seat, events: Iterable[Event]) -> str:
    """Return what a seat says in a move, or ""."""
    sentences = []
    for event in events:
        match event:
            case Asked(asker, target, rank, card) if asker == seat:
                wanted = narration.ranks(rank) if card is None else f"the {narration.card(card)}"
                sentences.append(f"Seat {target + 1}: {wanted}?")
            case CardsGiven(giver, _, cards) if giver == seat:
                sentences.append(f"Here: {narration.hand(cards)}")
            case GoFish(other) if other == seat:
                sentences.append("Go fish!")
            case BookMade(owner, rank) if owner == seat:
                sentences.append(f"A book of {narration.ranks(rank)}!")
            case _:
                pass
    return " ".join(sentences)


def _remembered(known: Known) -> list[str]:
    certain = narration.hand(known.cards)
    holds = ", ".join(narration.ranks(rank) for rank in known.holds)
    lacks = ", ".join(narration.ranks(rank) for rank in known.lacks)
    return list(
        filter(
            None,
            [
                f"certainly {certain}" if certain else "",
                f"one or more of {holds}" if holds else "",
                f"no {lacks}" if lacks else "",
            ],
        )
    )


def _moved(events: Iterable[Event], viewer: Viewer, step: Step) -> set[str]:
    """Return the cards that the viewer saw move, or that were shown, in a move."""
    moved: Hand = 0
    for event in events:
        match event:
            case CardsGiven(_, _, cards) | BookMade(_, _, cards):
                moved |= cards
            case CardDrawn(_, card):
                if event_view(event, viewer, step.after.rules)["card"] is not None:
                    moved |= 1 << card
            case CardExposed(_, card):
                moved |= 1 << card
            case _:
                pass
    return {narration.card(card) for card in cards_in(moved)}


def _card(text: str, moved: Collection[str]) -> DrawnCard:
    card = parse_card(text)
    is_joker = card // 4 == len(RANKS)
    classes = [_JOKERS[text[0]] if is_joker else _SUITS[text[1]]]
    if text[0] in "JQK" and not is_joker:
        classes.append("court")
    if narration.card(card) in moved:
        classes.append("moved")
    corner = "" if is_joker else text[0].replace("T", "10")
    return DrawnCard(corner, narration.card_name(card), " ".join(classes))


def _book(book: Json) -> str:
    return "face down" if book["rank"] is None else narration.ranks(parse_rank(book["rank"]))


def _aside(title: str, books: Sequence[Json]) -> list[str]:
    return [f"{title}: {_book(book)}" for book in books]

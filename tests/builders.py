"""Short builders for tests of the rules: positions, commands and events as text.

A hand is written ``"QH QS"``, a stock from its top. A stock that ends in ``...`` continues with
every other card, lowest first. :func:`described` writes one line per event.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import events
from games.engine.cards import (
    Card,
    Hand,
    Pack,
    Seat,
    card_text,
    full_pack,
    hand_of,
    hand_texts,
    parse_card,
    parse_rank,
    rank_text,
)
from games.engine.commands import Answer, Ask, Command, Declare
from games.engine.decide import decide, execute
from games.engine.events import Event
from games.engine.refusals import Refusal
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW, Book, Phase, State
from games.engine.table import Table


def rules(preset: str = "classic", *overlays: str, **options: Any) -> Rules:
    """Return a preset's rules under overlays and single options."""
    return compose(preset, overlays, options)


def cards(text: str) -> Pack:
    """Return cards in the order written."""
    return tuple(parse_card(card) for card in text.split())


def hand(text: str) -> Hand:
    """Return the hand that holds these cards."""
    return hand_of(cards(text))


def pack(text: str, *, joker_count: int = 0) -> Pack:
    """Return a whole pack that begins with these cards and goes on with the rest, lowest first."""
    first = cards(text)
    return first + tuple(card for card in full_pack(joker_count) if card not in first)


def table(
    *hands: str,
    stock: str = "",
    rules: Rules | None = None,
    turn: Seat | None = 0,
    phase: Phase = "ask",
    dealer: Seat | None = None,
    books: Sequence[Sequence[str]] = (),
    barred: Sequence[str] = (),
    misses_turns: Sequence[int] = (),
    idle_asks: int = 0,
    asks: int = 0,
    totals: Sequence[int] = (),
    deals_scored: int = 0,
    left: int = 0,
) -> Table:
    """Return a position: a hand for each seat, and by default seat 0 to ask.

    ``books`` lists each seat's books, oldest first; ``barred`` each seat's ranks, such as ``"7Q"``.
    Cards that are not listed are out of play. The dealer sits to the right of seat 0 by default.
    """
    seats = len(hands)
    made = Table(NEW)
    made.rules = rules or Rules()
    made.phase = phase
    made.seats = seats
    made.taken = (1 << seats) - 1
    made.bots = (None,) * seats
    made.dealer = seats - 1 if dealer is None else dealer
    made.packs = 1
    made.hands = [hand(text) for text in hands]
    laid = [tuple(_book(text) for text in texts) for texts in books]
    made.books = laid + [()] * (seats - len(laid))
    made.stock = _stock(stock, made)
    made.set_in_play(sum(made.hands) + hand_of(made.stock))
    made.turn = turn
    made.barred = [_ranks(text) for text in barred] or [0] * seats
    made.misses_turns = list(misses_turns) or [0] * seats
    made.idle_asks = idle_asks
    made.asks = asks
    made.totals = tuple(totals) or (0,) * seats
    made.deals_scored = deals_scored
    made.left = left
    made.timeouts = [0] * seats
    return made


def state(*hands: str, **position: Any) -> State:
    """Return what :func:`table` sets up, frozen."""
    return table(*hands, **position).freeze()


def ask(seat: Seat, target: Seat, wanted: str) -> Ask:
    """Return an ask for a rank, ``"Q"``, or for a card, ``"QS"``."""
    if len(wanted) == 1:
        return Ask(seat, target, parse_rank(wanted))
    card = parse_card(wanted)
    return Ask(seat, target, card // 4, card)


def answer(seat: Seat, text: str = "") -> Answer:
    """Return an answer that hands over these cards; none say go fish."""
    return Answer(seat, cards(text))


def declare(seat: Seat, text: str) -> Declare:
    """Return the declaration of a book."""
    return Declare(seat, cards(text))


def play(position: Table, *commands: Command) -> list[str]:
    """Execute commands on a table and describe all their events."""
    position.take_events()
    for command in commands:
        execute(position, command)
    return described(position.take_events())


def refusal(position: State | Table, command: Command) -> str | None:
    """Return the code of a command's refusal, or None if it is accepted."""
    try:
        decide(position.freeze() if isinstance(position, Table) else position, command)
    except Refusal as refused:
        return refused.code
    return None


def described(happened: Iterable[Event]) -> list[str]:
    """Describe each event in one line, with all its cards and reasons.

    >>> described([events.CardsGiven(1, 0, hand("QH QS")), events.TurnPassed(0, 1, "no_catch")])
    ['1 gives 0 QH QS', 'turn 0 to 1: no_catch']
    """
    return [_line(event) for event in happened]


def _line(event: Event) -> str:
    match event:
        case events.Dealt(dealer, _, counts):
            return f"{dealer} deals {' '.join(map(str, counts))}"
        case events.Asked(seat, target, rank, card):
            return f"{seat} asks {target} {_wanted(rank, card)}"
        case events.CardsGiven(seat, to, given):
            return f"{seat} gives {to} {_texts(given)}"
        case events.GoFish(seat, to, draws):
            return f"{seat} tells {to} go fish{'' if draws else ', stock empty'}"
        case events.CardDrawn(seat, card, reason, is_catch):
            return f"{seat} draws {card_text(card)}: {'catch' if is_catch else reason}"
        case events.BookMade(seat, _, laid):
            return f"{seat} books {_texts(laid)}"
        case events.BookVoided(seat, _, laid, void_reason):
            return f"{seat} voids {_texts(laid)}: {void_reason}"
        case events.BookDiscarded(seat, _, laid):
            return f"{seat} loses {_texts(laid)}"
        case events.TurnContinues(seat, go_on_reason):
            return f"{seat} goes on: {go_on_reason}"
        case events.TurnClosing(seat, closing_reason):
            return f"{seat} closes: {closing_reason}"
        case events.PlayerSkipped(seat, skip_reason):
            return f"{seat} skipped: {skip_reason}"
        case events.TurnPassed(giver, to, pass_reason):
            return f"turn {'' if giver is None else f'{giver} '}to {to}: {pass_reason}"
        case events.Irregularity(seat, kind, rank, penalties, card):
            return f"{seat} {kind} {_wanted(rank, card)}: {' '.join(penalties)}"
        case events.CardExposed(seat, card):
            return f"{seat} exposes {card_text(card)}"
        case events.Misdealt(seat, misdeal_reason):
            return f"{seat} claims a misdeal: {misdeal_reason}"
        case events.Resigned(seat):
            return f"{seat} resigns"
        case events.GameOver(end_reason, scores, winners):
            return f"over {_points(scores)} won by {_points(winners)}: {end_reason}"
        case events.SeriesContinues(seat, totals):
            return f"series {_points(totals)}, {seat} deals"
        case events.SeriesOver(totals, winners):
            return f"series {_points(totals)} won by {_points(winners)}"
    raise AssertionError(f"no rules test tells {event}")


def _wanted(rank: int, card: Card | None) -> str:
    return rank_text(rank) if card is None else card_text(card)


def _texts(held: Hand) -> str:
    return " ".join(hand_texts(held))


def _points(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _book(text: str) -> Book:
    laid = hand(text)
    return Book(min(cards(text)) // 4, laid)


def _ranks(text: str) -> Hand:
    return hand_of([4 * parse_rank(rank) + suit for rank in text for suit in range(4)])


def _stock(text: str, position: Table) -> Pack:
    top = cards(text.removesuffix("..."))
    if not text.endswith("..."):
        return top
    elsewhere = sum(position.hands) | hand_of(top)
    for laid in position.books:
        elsewhere |= sum(book.cards for book in laid)
    rest = full_pack(position.rules.joker_count)
    return top + tuple(card for card in rest if not elsewhere >> card & 1)

"""Estimate the chance of each unseen card to be in each hand, by iterative proportional fitting.

:mod:`games.bots.knowledge` has what is certain or excluded. The rest is distributed so that each
hand and the stock get as many cards as they hold, and each card has one place.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any, NamedTuple

from games.bots.habits import Habits
from games.bots.knowledge import Knowledge, hand_in
from games.engine.cards import (
    CARD_TEXTS,
    JOKERS,
    RANK_CARDS,
    RANKS,
    Card,
    Hand,
    Rank,
    Seat,
    cards_in,
    full_pack,
    hand_of,
)

Json = dict[str, Any]

ROUNDS = 6
"""How often hands and cards are fitted; more rounds hardly change a choice."""


class Odds(NamedTuple):
    """By seat: certain cards, the ranks of which it holds one more, and each card's chance."""

    certain: list[Hand]
    holds: list[list[bool]]
    chances: list[list[float]]
    unseen: Hand

    def of_card(self, seat: Seat, card: Card) -> float:
        """Return the chance that the seat holds the card."""
        return 1.0 if self.certain[seat] >> card & 1 else self.chances[seat][card]

    def any_hidden(self, seat: Seat, rank: Rank) -> float:
        """Return the chance that the seat holds cards of the rank other than the certain ones."""
        chances = self.chances[seat]
        return 1.0 - prod(1.0 - chances[card] for card in range(4 * rank, 4 * rank + 4))

    def counts(self, seat: Seat, rank: Rank) -> list[float]:
        """Return the chances that the seat holds 0, 1, 2 ... uncertain cards of the rank."""
        spread = [1.0]
        chances = self.chances[seat]
        for card in range(4 * rank, 4 * rank + 4):
            if chance := chances[card]:
                spread = [
                    a * (1 - chance) + b * chance
                    for a, b in zip([*spread, 0.0], [0.0, *spread], strict=True)
                ]
        if self.holds[seat][rank] and spread[0] < 1:
            some = 1 - spread[0]
            spread = [0.0, *(chance / some for chance in spread[1:])]
        return spread


def estimate(
    view: Mapping[str, Any], knowledge: Knowledge, rules: Json, habits: Habits | None = None
) -> Odds:
    """Return the odds from a seat's view; with ``habits``, cards passed over are less likely."""
    seats = view["seats"]
    open_hands = [None if seat["hand"] is None else hand_in(seat["hand"]) for seat in seats]
    certain = [knowledge.seen[n] if hand is None else hand for n, hand in enumerate(open_hands)]
    unseen = hand_of(full_pack(rules["joker_count"])) & ~(knowledge.gone | _laid(view))
    for hand in certain:
        unseen &= ~hand
    holds = [
        row if hand is None else [False] * len(RANKS)
        for row, hand in zip(knowledge.holds, open_hands, strict=True)
    ]
    odds = Odds(certain, holds, [[0.0] * len(CARD_TEXTS) for _ in seats], unseen)
    hidden = [
        max(0, seat["hand_size"] - hand.bit_count())
        for seat, hand in zip(seats, certain, strict=True)
    ]
    weight = knowledge.may_hold if habits is None else partial(habits.weight, knowledge)
    _share_out(odds, knowledge, weight, hidden, view["stock"], rules["book_size"])
    return odds


def _share_out(
    odds: Odds,
    knowledge: Knowledge,
    weight: Callable[[Seat, Card, int], float],
    hidden: list[int],
    stock: int,
    book_size: int,
) -> None:
    """Write the chances into ``odds``, first of ranks that a seat certainly holds."""
    holders = [seat for seat, count in enumerate(hidden) if count]
    free = hidden.copy()
    # Cards with the same possible places and weights share a column.
    columns: dict[tuple[float, tuple[float, ...]], list[Card]] = {}
    for rank, of_rank in enumerate((*RANK_CARDS[: len(RANKS)], JOKERS)):
        cards = cards_in(odds.unseen & of_rank)
        held_for_certain = dict.fromkeys(cards, 0.0)
        closed = set()
        for seat in holders if of_rank != JOKERS else ():
            if odds.holds[seat][rank]:
                places = [card for card in cards if knowledge.may_hold(seat, card, hidden[seat])]
                free[seat] -= bool(places)
                for card in places:
                    odds.chances[seat][card] = 1 / len(places)
                    held_for_certain[card] += 1 / len(places)
            # A second card of the rank would have made a pair, which is laid at once.
            if book_size == 2 and (odds.holds[seat][rank] or odds.certain[seat] & of_rank):
                closed.add(seat)
        for card in cards:
            weights = tuple(
                0 if seat in closed else weight(seat, card, hidden[seat]) for seat in holders
            )
            column = max(0.0, 1 - held_for_certain[card]), weights
            columns.setdefault(column, []).append(card)
    shares = [
        [float(weights[row] * len(cards)) for (_, weights), cards in columns.items()]
        for row in range(len(holders))
    ]
    shares.append([float(stock * len(cards)) for cards in columns.values()])
    _fit(
        shares,
        rows=[*(max(0, free[seat]) for seat in holders), stock],
        columns=[mass * len(cards) for (mass, _), cards in columns.items()],
    )
    for seat, row in zip(holders, shares, strict=False):
        chances = odds.chances[seat]
        for share, cards in zip(row, columns.values(), strict=True):
            for card in cards:
                chances[card] = min(1.0, chances[card] + share / len(cards))


def _fit(shares: list[list[float]], *, rows: Sequence[float], columns: Sequence[float]) -> None:
    """Scale the shares in place until rows and columns have about these sums."""
    for _ in range(ROUNDS):
        for row, wanted in zip(shares, rows, strict=True):
            total = sum(row)
            factor = wanted / total if total else 0.0
            row[:] = [share * factor for share in row]
        totals: list[float] = [sum(column) for column in zip(*shares, strict=True)]
        factors = [
            wanted / total if total else 0.0 for wanted, total in zip(columns, totals, strict=True)
        ]
        for row in shares:
            row[:] = [share * factor for share, factor in zip(row, factors, strict=True)]


def _laid(view: Mapping[str, Any]) -> Hand:
    """Return the cards of all books that lie face up."""
    books = [book for seat in view["seats"] for book in seat["books"]]
    laid = (*books, *view["void"], *view["discards"])
    return sum(hand_in(book["cards"]) for book in laid if book["cards"])

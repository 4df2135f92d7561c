"""What a seat knows at a position: certain places of cards, and chances of the others.

The chances are those of all orders of the pack that fit what the seat saw, all equally likely. They
say nothing about how players choose their asks.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from json import dumps
from random import Random
from typing import Literal, NamedTuple

from games.analysis.knowledge import counting, sampling, support
from games.analysis.knowledge.constraints import RankPart, groups, rank_parts
from games.analysis.knowledge.deal import SeenDeal
from games.analysis.knowledge.proofs import Proof, proofs
from games.analysis.knowledge.reading import Json, read_deal
from games.engine.cards import NATURALS, RANK_CARDS, RANKS, Card, Rank, Seat, cards_in
from games.engine.rules import Rules

Method = Literal["exact", "sampled"]
Place = Literal["seat", "stock", "laid"]


class Effort(NamedTuple):
    """How much work may be done: steps of counting, and swaps if it takes more."""

    counting_steps: int
    swaps: int


QUICK = Effort(counting_steps=140_000, swaps=50_000)
"""At most about 0.3 s."""


class CardPlace(NamedTuple):
    """Where a card is: the chance of each seat and of the stock; all 0 for a laid card."""

    card: Card
    place: Place | None
    """The kind of its place, if that is certain."""
    seat: Seat | None
    """The seat that certainly holds it."""
    seats: tuple[float, ...]
    stock: float


class RankPlace(NamedTuple):
    """Whether a seat holds a card of a rank; ``holds`` is None if that is not certain."""

    rank: Rank
    seat: Seat
    holds: bool | None
    chance: float
    because: Proof = ()
    """The events that prove it, by index; empty if it is not certain, or nothing short proves
    it.
    """


class SeatKnowledge(NamedTuple):
    """What one seat knows at a position."""

    method: Method
    error: float
    """The greatest standard error of a chance; 0 if it was counted."""
    cards: tuple[CardPlace, ...]
    """All cards of the pack, in order."""
    ranks: tuple[RankPlace, ...]
    """By rank, then by seat."""


NO_CARDS = SeatKnowledge("exact", 0.0, (), ())
"""What is known while no cards are dealt."""


class _Chances(NamedTuple):
    """Chances of hidden cards; places are the seats in order, then the stock."""

    error: float
    cards: Mapping[Card, Sequence[float]]
    sure: Mapping[Card, int]
    """The certain place of a card."""
    ranks: Sequence[Sequence[float]]
    """By rank and place, the chance that at least one hidden card is there."""
    holds: Sequence[Sequence[bool | None]]
    """By rank and place, whether one certainly is."""


def knowledge(
    seen: Sequence[Json], rules: Rules, *, seats: int, effort: Effort = QUICK
) -> SeatKnowledge:
    """Return what a seat knows after the events that it saw since the deal, oldest first.

    Equal events give equal knowledge: nothing else decides, not even chance.

    :raises KnowledgeUnavailable: if the rules are not covered, or no deal was found that fits.
    """
    support.check_supported(rules)
    if not seen:
        return NO_CARDS
    deal = read_deal(seen, rules)
    parts = rank_parts(deal)
    method: Method = "exact"
    try:
        chances = _counted(deal, parts, seats, most_steps=effort.counting_steps)
    except counting.TooManyDeals:
        method = "sampled"
        seed = sha256(dumps(seen, sort_keys=True).encode()).digest()
        chances = _sampled(deal, parts, seats, swaps=effort.swaps, random=Random(seed))
    cards = tuple(_card_place(deal, chances, card, seats) for card in cards_in(NATURALS))
    proven = proofs(seen, rules)
    ranks = tuple(
        _rank_place(deal, chances, rank, seat, proven.get((rank, seat), ()))
        for rank in range(len(RANKS))
        for seat in range(seats)
    )
    return SeatKnowledge(method, chances.error, cards, ranks)


def _counted(deal: SeenDeal, parts: Sequence[RankPart], seats: int, *, most_steps: int) -> _Chances:
    counted = counting.count(deal.slots, parts, most_steps=most_steps)
    cards: dict[Card, list[float]] = {}
    ranks = [[0.0] * (seats + 1) for _ in RANKS]
    holds: list[list[bool | None]] = [[False] * (seats + 1) for _ in RANKS]
    for part, chances in zip(parts, counted, strict=True):
        hidden = [group for group, _ in groups(part)]
        lacking = set()
        for places, chance in chances.items():
            holders = set()
            for group, row in zip(hidden, places, strict=True):
                if group[0] in deal.shown:
                    continue
                for seat in row:
                    place = seats if seat is None else seat
                    holders.add(place)
                    for card in group:
                        shares = cards.setdefault(card, [0.0] * (seats + 1))
                        shares[place] += chance / len(group)
            for place in holders:
                ranks[part.rank][place] += chance
            lacking |= {*range(seats + 1)} - holders
        for place in range(seats + 1):
            if ranks[part.rank][place]:
                holds[part.rank][place] = None if place in lacking else True
    sure = {}
    for card, shares in cards.items():
        possible = [place for place, share in enumerate(shares) if share]
        if len(possible) == 1:
            sure[card] = possible[0]
    return _Chances(0.0, cards, sure, ranks, holds)


def _sampled(
    deal: SeenDeal, parts: Sequence[RankPart], seats: int, *, swaps: int, random: Random
) -> _Chances:
    """Return shares of a sample; what is certain follows from each rank's constraints alone."""
    try:
        means = sampling.sample(
            deal.slots, parts, seats=seats, shown=deal.shown, swaps=swaps, random=random
        )
    except sampling.NoDealFound:
        raise support.KnowledgeUnavailable(
            "no_deal_found", "No deal was found that fits what the seat saw."
        ) from None
    sure = {}
    holds: list[list[bool | None]] = [[False] * (seats + 1) for _ in RANKS]
    for part in parts:
        for card, allowed in zip(part.cards, part.allowed, strict=True):
            if card in deal.shown:
                continue
            possible = {
                seats if slot.seat is None else slot.seat
                for index, slot in enumerate(deal.slots)
                if allowed >> index & 1
            }
            for place in possible:
                holds[part.rank][place] = holds[part.rank][place] or None
            if len(possible) == 1:
                sure[card] = possible.pop()
                holds[part.rank][sure[card]] = True
        for bound in part.bounds:
            seat = bound.seat
            if bound.least and not bound.cards & deal.shown.keys():
                holds[part.rank][seat] = True
    return _Chances(means.error(), means.card_shares(), sure, means.rank_shares(), holds)


def _card_place(deal: SeenDeal, chances: _Chances, card: Card, seats: int) -> CardPlace:
    none = (0.0,) * seats
    if deal.gone >> card & 1:
        return CardPlace(card, "laid", None, none, 0.0)
    for seat, known in enumerate(deal.known):
        if known >> card & 1:
            return _certain(card, seat, seats)
    if card in chances.sure:
        return _certain(card, chances.sure[card], seats)
    *shares, stock = chances.cards[card]
    return CardPlace(card, None, None, tuple(shares), stock)


def _certain(card: Card, place: int, seats: int) -> CardPlace:
    shares = tuple(float(seat == place) for seat in range(seats))
    if place == seats:
        return CardPlace(card, "stock", None, shares, 1.0)
    return CardPlace(card, "seat", place, shares, 0.0)


def _rank_place(
    deal: SeenDeal, chances: _Chances, rank: Rank, seat: Seat, because: Proof
) -> RankPlace:
    if deal.known[seat] & RANK_CARDS[rank]:
        return RankPlace(rank, seat, True, 1.0, because)
    holds = chances.holds[rank][seat]
    chance = chances.ranks[rank][seat] if holds is None else float(holds)
    return RankPlace(rank, seat, holds, chance, because)

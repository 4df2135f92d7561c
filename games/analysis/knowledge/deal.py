"""What a seat saw of a deal: where hidden cards can have come from, and what was shown since.

A card has one **origin**: a place in a dealt hand, a face-down draw, or the stock that is left. A
**slot** is a group of origins of one seat at one time. Times are indexes into the events since the
deal.
"""

from typing import NamedTuple

from games.engine.cards import Card, Hand, Rank, Seat

NEVER = 1 << 30
"""A time after every event."""


class Slot(NamedTuple):
    """``size`` hidden origins of one seat, filled at one time; ``seat`` is None for the stock."""

    seat: Seat | None
    time: int
    size: int
    candidates: Hand
    """The cards that it can have held, as far as its own draw shows."""


class Shown(NamedTuple):
    """Where a card was first seen: in this seat's hand, which it left at this time."""

    seat: Seat
    time: int


class Lack(NamedTuple):
    """The seat held none of these cards at this time, except those that were known there."""

    seat: Seat
    time: int
    cards: Hand


class Holding(NamedTuple):
    """A check of how many cards of a rank a seat held at a time, beyond its ``known`` cards.

    ``least`` and ``most`` bound the number of hidden ones.
    """

    seat: Seat
    time: int
    rank: Rank
    least: int
    most: int


class SeenDeal(NamedTuple):
    """All that one seat saw of a deal."""

    slots: tuple[Slot, ...]
    known: tuple[Hand, ...]
    """By seat, the cards that are certainly in its hand now."""
    gone: Hand
    """The cards of all books."""
    hidden: Hand
    """The cards whose origin was not seen."""
    shown: dict[Card, Shown]
    lacks: tuple[Lack, ...]
    holdings: tuple[Holding, ...]

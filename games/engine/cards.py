"""Cards as small integers and hands as bit masks, with their text notation.

A card is a number: ``4 * rank + suit`` for naturals, 52 and 53 for the black and the red joker. A
hand is an integer with bit ``card`` set for each card in it. Moving, counting and comparing cards
are then single integer operations, which keeps every ask fast.
"""

from functools import cache, lru_cache
from typing import Annotated

from games.engine.refusals import MalformedCard

# The codec reads the annotations to write a field as text.
Seat = Annotated[int, "seat"]
Rank = Annotated[int, "rank"]
Card = Annotated[int, "card"]
Hand = Annotated[int, "hand"]
Cards = Annotated[tuple[int, ...], "cards"]
"""Some cards of a hand, in the order in which they are named."""
Pack = Annotated[tuple[int, ...], "pack"]
"""A whole pack; index 0 is the top."""

RANKS = "23456789TJQKA"
SUITS = "CDHS"

BLACK_JOKER: Card = 52
RED_JOKER: Card = 53
NATURALS: Hand = (1 << 52) - 1
JOKERS: Hand = 3 << 52
FOUR_SUITS = 0b1111

CARD_TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), "BJ", "RJ")
_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}
_RANKS = {text: rank for rank, text in enumerate(RANKS)}

RANK_CARDS: tuple[Hand, ...] = (*(FOUR_SUITS << 4 * rank for rank in range(len(RANKS))), 0)
"""The four cards of each rank; none at 13, which is ``card // 4`` of a joker."""

# One bit per rank, that of its lowest suit.
_EACH_RANK = NATURALS // FOUR_SUITS


def full_pack(joker_count: int) -> Pack:
    """Return the unshuffled pack: naturals from 2C to AS, then the black and the red joker.

    >>> len(full_pack(0)), card_text(full_pack(1)[-1])
    (52, 'BJ')
    """
    return tuple(range(52 + joker_count))


def card_text(card: Card) -> str:
    """Write a card: rank then suit, ``"7H"``; jokers are ``"BJ"`` and ``"RJ"``."""
    return CARD_TEXTS[card]


def parse_card(text: str) -> Card:
    """Read a card from its text.

    :raises MalformedCard: if the text is not a card.

    >>> card_text(parse_card("TS"))
    'TS'
    """
    try:
        return _CARDS[text]
    except (KeyError, TypeError):
        raise MalformedCard(
            f"{text!r} is not a card. Write rank then suit, such as 7H, TS or AC."
        ) from None


def parse_rank(text: str) -> Rank:
    """Read a rank from its text, ``"2"`` (0) to ``"A"`` (12).

    :raises MalformedCard: if the text is not a rank.
    """
    try:
        return _RANKS[text]
    except (KeyError, TypeError):
        raise MalformedCard(f"{text!r} is not a rank. Use one of {' '.join(RANKS)}.") from None


def rank_text(rank: Rank) -> str:
    """Write a rank as one character, ``"T"`` for ten."""
    return RANKS[rank]


def hand_of(cards: tuple[Card, ...] | list[Card]) -> Hand:
    """Return the hand of these cards; a repeated card counts once."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def cards_in(hand: Hand) -> list[Card]:
    """Return the cards of a hand, lowest rank first, suits C D H S, jokers last.

    >>> hand = hand_of([parse_card("RJ"), parse_card("9D"), parse_card("9C")])
    >>> [card_text(card) for card in cards_in(hand)]
    ['9C', '9D', 'RJ']
    """
    cards = []
    while hand:
        lowest = hand & -hand
        cards.append(lowest.bit_length() - 1)
        hand ^= lowest
    return cards


def hand_texts(hand: Hand) -> list[str]:
    """Write a hand as card texts, in the order of :func:`cards_in`."""
    return [CARD_TEXTS[card] for card in cards_in(hand)]


def of_rank(hand: Hand, rank: Rank) -> Hand:
    """Return the naturals of one rank in a hand."""
    return hand & RANK_CARDS[rank]


def lowest_cards(hand: Hand, count: int) -> Hand:
    """Return the ``count`` lowest cards of a hand, suits C D H S, or all of a smaller one."""
    rest = hand
    for _ in range(count):
        rest &= rest - 1
    return hand ^ rest


def ranks_in(hand: Hand) -> tuple[Rank, ...]:
    """Return the ranks of which a hand holds a natural, lowest first."""
    pairs = hand | hand >> 1
    return _ranks_at((pairs | pairs >> 2) & _EACH_RANK)


@lru_cache(maxsize=4096)
def ranks_with(hand: Hand, count: int) -> Hand:
    """Return every card of the ranks of which ``hand`` holds at least ``count`` naturals (at least
    one).

    The result is a mask of whole ranks, to combine with a hand: ``hand & ranks_with(in_play, 4)``.
    """
    naturals = hand & NATURALS
    # Count the four bits of all ranks in parallel, without a loop over ranks.
    pairs = (naturals & 5 * _EACH_RANK) + (naturals >> 1 & 5 * _EACH_RANK)
    counts = (pairs & 3 * _EACH_RANK) + (pairs >> 2 & 3 * _EACH_RANK)
    enough = (counts + (8 - max(count, 1)) * _EACH_RANK) & 8 * _EACH_RANK
    return (enough >> 3) * FOUR_SUITS


@lru_cache(maxsize=4096)
def book_ranks(cards: Hand, book_size: int) -> Hand:
    """Return every card of the ranks of which these cards hold a book, with jokers for missing
    cards.

    The result is a mask of whole ranks, as in :func:`ranks_with`.
    """
    return ranks_with(cards, book_size - (cards & JOKERS).bit_count())


@cache
def _ranks_at(lowest_suits: Hand) -> tuple[Rank, ...]:
    """Return the ranks of a mask with one bit per rank; there are 8,192 such masks."""
    return tuple(rank for rank in range(len(RANKS)) if lowest_suits & RANK_CARDS[rank])

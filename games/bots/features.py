"""The signs of an ask, by which the expert tells a good one from a bad one: numbers of the size of 1."""

from typing import NamedTuple


class Features(NamedTuple):
    """What is to be seen of one ask; of its rank, of its target, of other seats and other ranks, of the game."""

    has_one: bool
    has_two: bool
    has_more: bool
    is_secret: bool
    """Whether the others know of no card of the rank in the asker's hand."""
    is_partly_public: bool
    is_public: bool
    unseen: float
    """Cards of the rank of which nobody knows where they are."""
    is_all_seen: bool

    chance: float
    """That the target has what it is asked for."""
    known: float
    """Cards of the rank that it surely has."""
    completes: float
    expected: float
    catch: float
    goes_on: float
    target_hand: float
    is_next: bool
    """Whether the turn passes to the target after a miss."""
    distance: float

    elsewhere: float
    """Seats beside the target that are to be expected to have the rank."""
    known_elsewhere: float
    best_elsewhere: float
    next_has: float

    next_takes: float
    """Told cards of other ranks in the asker's hand that the next seat surely asks for, if the turn passes."""
    next_may_take: float
    others_take: float
    others_may_take: float

    sure_ranks: float
    """Other ranks of which a card is to be had for sure, and how many cards."""
    sure_cards: float
    whole_ranks: float
    best_chance: float
    second_chance: float

    stock: float
    has_no_stock: bool
    end_is_near: float
    has_low_stock: bool
    hand: float
    lead: float
    """Books more than the best of the others."""
    open_part: float
    ranks: float
    public_cards: float
    mean_hand: float
    careless: float
    next_hand: float
    is_target_careless: bool

"""The features of an ask, by which the expert values it: numbers of about 0 to 1."""

from typing import NamedTuple


class Features(NamedTuple):
    """Features of one ask: of its rank, its target, other seats, other ranks and the game."""

    has_one: bool
    has_two: bool
    has_more: bool
    is_secret: bool
    """Whether the others know no card of the rank in the asker's hand."""
    is_partly_public: bool
    is_public: bool
    unseen: float
    """Cards of the rank whose place is unknown."""
    is_all_seen: bool

    chance: float
    """The chance that the target has what it is asked for."""
    known: float
    """Cards of the rank that it certainly has."""
    completes: float
    expected: float
    catch: float
    goes_on: float
    target_hand: float
    is_next: bool
    """Whether the turn passes to the target after a miss."""
    distance: float

    elsewhere: float
    """The expected number of seats with the rank, except the target."""
    known_elsewhere: float
    best_elsewhere: float
    next_has: float

    next_takes: float
    """Public cards of the asker, of other ranks, that the next seat certainly asks for if the turn
    passes.
    """
    next_may_take: float
    others_take: float
    others_may_take: float

    sure_ranks: float
    """Other ranks with a certain hit."""
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
    """Books minus those of the best other seat."""
    open_part: float
    ranks: float
    public_cards: float
    mean_hand: float
    careless: float
    next_hand: float
    is_target_careless: bool

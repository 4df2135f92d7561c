"""How each rank stands for one seat: the signs by which the expert tells positions apart."""

from bisect import bisect_left
from typing import Any, NamedTuple

from games.bots.knowledge import Knowledge
from games.bots.odds import Odds
from games.engine.cards import RANK_CARDS, RANKS, Rank, Seat

Json = dict[str, Any]

STOCKS = (0, 7, 16)
"""Up to how many cards the stock is of one kind."""


class Kind(NamedTuple):
    """Positions of one rank that are taken as alike."""

    stock: int
    """0 none, then more and more: see ``STOCKS``."""
    is_mine: int
    """Whether it is the seat's turn."""
    held: int
    told: int
    """How many of the cards held the others know of: 0 none, 1 some, 2 all."""
    exposed: int
    """The most cards of the rank that one other seat holds for certain."""
    unseen: int


class Prospect(NamedTuple):
    """How a rank stands: counts of its cards."""

    held: int
    told: int
    """Cards that the others know the seat to hold."""
    exposed: int
    unseen: int
    any_chance: float
    """That any other seat holds one that is not certain."""
    best_chance: float
    """That the likeliest seat does."""

    def chance(self, *, is_mine: bool) -> float:
        """Return what weighs within a kind: whom one might ask in one's own turn, else who might ask."""
        return self.best_chance if is_mine else self.any_chance

    @property
    def is_over(self) -> bool:
        """Whether no card of the rank is in play."""
        return not (self.held or self.exposed or self.unseen)


class Outlook:
    """A position as one seat sees it."""

    def __init__(self, seat: Seat, knowledge: Knowledge, odds: Odds, *, stock: int) -> None:
        self.seat = seat
        self.odds = odds
        self.stock = stock
        self.others = [other for other in range(len(odds.certain)) if other != seat]
        self._knowledge = knowledge
        self._stock_kind = bisect_left(STOCKS, stock)

    def prospect(self, rank: Rank, *, without: tuple[Seat, ...] = ()) -> Prospect:
        """Return how the rank stands, or would if the seats ``without`` had none of it."""
        cards, seat, odds, knowledge = RANK_CARDS[rank], self.seat, self.odds, self._knowledge
        exposed = hidden = 0
        none_more, best = 1.0, 0.0
        for other in self.others:
            holds = odds.holds[other][rank]
            hidden += holds
            if other not in without:
                exposed = max(exposed, (odds.certain[other] & cards).bit_count() + holds)
                if not holds:
                    chance = odds.any_hidden(other, rank)
                    none_more *= 1 - chance
                    best = max(best, chance)
        return Prospect(
            held=(odds.certain[seat] & cards).bit_count(),
            told=(knowledge.seen[seat] & cards).bit_count() + knowledge.holds[seat][rank],
            exposed=exposed,
            unseen=max(0, (odds.unseen & cards).bit_count() - hidden),
            any_chance=1 - none_more,
            best_chance=best,
        )

    def kind(self, prospect: Prospect, *, is_mine: bool) -> Kind:
        """Return what kind of position the rank is in, at the seat's turn or at another's."""
        held, told, exposed, unseen, *_ = prospect
        how_told = 0 if not (told and held) else 2 if told >= held else 1
        return Kind(self._stock_kind, int(is_mine), held, how_told, exposed, unseen)

    def kinds(self, *, is_mine: bool) -> list[tuple[str, Kind, float]]:
        """Return the kind of each rank in play, with its chance."""
        prospects = zip(RANKS, map(self.prospect, range(len(RANKS))), strict=True)
        return [
            (rank, self.kind(prospect, is_mine=is_mine), prospect.chance(is_mine=is_mine))
            for rank, prospect in prospects
            if not prospect.is_over
        ]

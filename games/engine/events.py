"""The events of a game. ``evolve`` computes the state from them.

``seat`` is always the seat that the event is about. Seats count from 0, clockwise. The reasons are
those of RULES.md §6. Only ``Dealt``, and a ``CardDrawn`` that is not a catch, hold secrets.
"""

from typing import Annotated, Literal, NamedTuple, get_args

from games.engine.cards import Card, Hand, Pack, Rank, Seat
from games.engine.commands import CloseReason, Level, MisdealReason, OnAbandon, RulingKind
from games.engine.options import MAX_SEATS
from games.engine.rules import Rules

Rounds = Annotated[tuple[tuple[tuple[Seat, Card], ...], ...], "rounds"]
"""Round by round: each seat still in the draw for dealer, and its card."""
DrawReason = Literal["fish", "empty_hand"]
ContinueReason = Literal["received", "catch", "book"]
PassReason = Literal[
    "start", "no_catch", "stock_empty", "no_cards", "no_target", "no_playable_card", "timeout"
]
ClosingReason = Literal[
    "no_catch",
    "stock_empty",
    "no_cards",
    "no_target",
    "no_playable_card",
    "hand_empty",
    "stalemate",
]
SkipReason = Literal["penalty", "no_cards"]
VoidReason = Literal["barred_rank", "not_shown"]
Offence = Literal["out_of_turn", "illegal_call", "failure_to_give_up"]
Penalty = Literal["rank_barred", "misses_next_turn"]
EndReason = Literal[
    "all_books", "hand_empty", "stock_empty", "no_moves", "stalemate", "abandoned", "ruled"
]


class Created(NamedTuple):
    """The game was opened, with all its rules, number of seats and commitment to the seed."""

    rules: Rules
    rules_version: int
    seats: int
    commitment: str
    dealer: Seat | None = None
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"
    stand_in: Level | None = None
    aids: bool | None = None
    """True if programs may show players what they could know; no rule depends on it."""
    rated: bool | None = None
    """True if the result is to change ratings; no rule depends on it."""


class SeatTaken(NamedTuple):
    """A player took the seat, or a built-in bot was seated."""

    seat: Seat
    entropy: str | None = None
    bot: Level | None = None


class EntropyAdded(NamedTuple):
    """A seat added entropy to the deal."""

    seat: Seat
    entropy: str


class SeatLeft(NamedTuple):
    """A seat became empty before the start."""

    seat: Seat


class Started(NamedTuple):
    """Seats became final: seat ``i`` of the game is seat ``seats[i]`` of the lobby."""

    seats: tuple[int, ...]
    rated: bool | None = None
    """Whether the result changes ratings; None unless the game was opened as rated."""


class Closed(NamedTuple):
    """The lobby was closed: the game will not be played."""

    reason: CloseReason


class DealerDrawn(NamedTuple):
    """The first dealer was chosen, by the cards of these rounds, or else by the seed."""

    seat: Seat
    rounds: Rounds = ()


class PackCut(NamedTuple):
    """The shuffled pack was cut: its first ``position`` cards are now at the bottom."""

    seat: Seat
    position: int


class Dealt(NamedTuple):
    """The cards were dealt, ``counts`` by seat, from the dealer's left; the rest is the stock."""

    dealer: Seat
    pack: Pack
    counts: tuple[int, ...]


class Asked(NamedTuple):
    """``seat`` asked ``target`` for a rank, or for one card of it."""

    seat: Seat
    target: Seat
    rank: Rank
    card: Card | None = None


class CardsGiven(NamedTuple):
    """``seat`` handed cards to ``to``; all see them."""

    seat: Seat
    to: Seat
    cards: Hand


class GoFish(NamedTuple):
    """``seat`` had nothing to hand to ``to``; ``draws`` is False if the stock is empty."""

    seat: Seat
    to: Seat
    draws: bool


class CardDrawn(NamedTuple):
    """``seat`` drew the top card; a catch is ``public``: all see it."""

    seat: Seat
    card: Card
    reason: DrawReason
    public: bool


class BookMade(NamedTuple):
    """A book was laid and scores one point."""

    seat: Seat
    rank: Rank
    cards: Hand


class BookVoided(NamedTuple):
    """A book left play without scoring (honour mode)."""

    seat: Seat
    rank: Rank
    cards: Hand
    reason: VoidReason


class BookDiscarded(NamedTuple):
    """The oldest book was lost to the fish penalty."""

    seat: Seat
    rank: Rank
    cards: Hand
    reason: Literal["fish_penalty"] = "fish_penalty"


class TurnContinues(NamedTuple):
    """The seat may ask again."""

    seat: Seat
    reason: ContinueReason


class TurnClosing(NamedTuple):
    """The seat cannot ask again; it may declare books before it ends its turn (honour mode)."""

    seat: Seat
    reason: ClosingReason


class PlayerSkipped(NamedTuple):
    """The turn passed over this seat."""

    seat: Seat
    reason: SkipReason


class TurnPassed(NamedTuple):
    """The turn passed from ``seat`` (None at the start of a deal) to ``to``."""

    seat: Seat | None
    to: Seat
    reason: PassReason


class Irregularity(NamedTuple):
    """An offence of 001's Irregularities, with its penalties (honour mode)."""

    seat: Seat
    kind: Offence
    rank: Rank
    penalties: tuple[Penalty, ...]
    card: Card | None = None


class CardExposed(NamedTuple):
    """All have seen a card; it stays in its hand."""

    seat: Seat
    card: Card


class Misdealt(NamedTuple):
    """A misdeal was claimed: the same dealer deals again."""

    seat: Seat
    reason: MisdealReason


class Resigned(NamedTuple):
    """The player of the seat resigned from the running game."""

    seat: Seat


class Abandoned(NamedTuple):
    """The player of the seat was absent for too long."""

    seat: Seat


class TimedOut(NamedTuple):
    """The time of the seat ran out; the referee's action for it follows."""

    seat: Seat


class StandInSeated(NamedTuple):
    """A bot plays the seat from now on; the random one if ``bot`` is None."""

    seat: Seat
    bot: Level | None = None


class Ruled(NamedTuple):
    """The referee ruled on a case: ``seat`` is removed, or ``scores`` and ``winners`` count."""

    case: int
    kind: RulingKind
    seat: Seat | None = None
    scores: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None


class SeatRestored(NamedTuple):
    """The player of the seat plays again: a later ruling revoked the removal."""

    seat: Seat


class GameOver(NamedTuple):
    """The deal is over, with one point per book."""

    reason: EndReason
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class SeriesContinues(NamedTuple):
    """No total has reached the target: ``seat`` deals the next deal of the series."""

    seat: Seat
    totals: tuple[int, ...]


class SeriesOver(NamedTuple):
    """The series has its winners."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


PublicEvent = (
    Created
    | SeatTaken
    | EntropyAdded
    | SeatLeft
    | Started
    | Closed
    | DealerDrawn
    | PackCut
    | Asked
    | CardsGiven
    | GoFish
    | BookMade
    | BookVoided
    | BookDiscarded
    | TurnContinues
    | TurnClosing
    | PlayerSkipped
    | TurnPassed
    | Irregularity
    | CardExposed
    | Misdealt
    | Resigned
    | Abandoned
    | TimedOut
    | StandInSeated
    | Ruled
    | SeatRestored
    | GameOver
    | SeriesContinues
    | SeriesOver
)
"""The events that every viewer sees in full. The others have views of their own in ``view``."""

Event = PublicEvent | Dealt | CardDrawn

# The events of nearly every ask, by their fields in order. A lookup takes a fifth of the time of a
# new tuple.
_SEATS = range(MAX_SEATS)
_FLAGS = (False, True)
RANK_ASKED = [[[Asked(s, t, rank) for rank in range(13)] for t in _SEATS] for s in _SEATS]
CARD_ASKED = [
    [[Asked(s, t, card // 4, card) for card in range(52)] for t in _SEATS] for s in _SEATS
]
GONE_FISHING = [[[GoFish(s, to, draws) for draws in _FLAGS] for to in _SEATS] for s in _SEATS]
FISHED = [
    [[CardDrawn(s, card, "fish", is_catch) for is_catch in _FLAGS] for card in range(54)]
    for s in _SEATS
]
CONTINUED = {
    reason: [TurnContinues(s, reason) for s in _SEATS] for reason in get_args(ContinueReason)
}
PASSED = {
    reason: [[TurnPassed(s, to, reason) for to in _SEATS] for s in _SEATS]
    for reason in get_args(PassReason)
}

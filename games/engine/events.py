"""What happened at the table, in the past tense. A game is the fold of its events (``evolve``).

``seat`` is always the seat that the event is about. Seats count from 0, clockwise. The reasons are those of
RULES.md §6. Only ``Dealt`` and a ``CardDrawn`` that is no catch hold what others may not see.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from games.engine.cards import Card, Hand, Pack, Rank, Seat
from games.engine.commands import CloseReason, Level, MisdealReason, OnAbandon, RulingKind
from games.engine.rules import Rules

Rounds = Annotated[tuple[tuple[tuple[Seat, Card], ...], ...], "rounds"]
"""Round by round, each seat still in the draw for dealer with its card."""
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
    """The game was opened: rules in full, seats to fill, and the commitment to the secret seed."""

    rules: Rules
    rules_version: int
    seats: int
    commitment: str
    dealer: Seat | None = None
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"
    stand_in: Level | None = None


class SeatTaken(NamedTuple):
    """A player sat down, or a built-in bot was seated."""

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


class Closed(NamedTuple):
    """The lobby was closed: the game will not be played."""

    reason: CloseReason


class DealerDrawn(NamedTuple):
    """The first dealer was found, by the cards of these rounds, or by the seed if there are none."""

    seat: Seat
    rounds: Rounds = ()


class PackCut(NamedTuple):
    """The shuffled pack was cut: its first ``position`` cards went below."""

    seat: Seat
    position: int


class Dealt(NamedTuple):
    """The cards were dealt: ``counts`` to each seat, in turn from the dealer's left; the rest is the stock."""

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
    """``seat`` handed cards to ``to``, for all to see."""

    seat: Seat
    to: Seat
    cards: Hand


class GoFish(NamedTuple):
    """``seat`` told ``to`` to go fish; ``draws`` says whether the stock had a card left."""

    seat: Seat
    to: Seat
    draws: bool


class CardDrawn(NamedTuple):
    """``seat`` drew the top card; ``public`` says that it is a catch, shown to all."""

    seat: Seat
    card: Card
    reason: DrawReason
    public: bool


class BookMade(NamedTuple):
    """A book was laid and scores a point."""

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
    """The seat can ask no more; it may declare books, then ends its turn (honour mode)."""

    seat: Seat
    reason: ClosingReason


class PlayerSkipped(NamedTuple):
    """The turn went past this seat."""

    seat: Seat
    reason: SkipReason


class TurnPassed(NamedTuple):
    """The turn went from ``seat`` (none at the start of a deal) to ``to``."""

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
    """A card was seen by all and stays in its hand."""

    seat: Seat
    card: Card


class Misdealt(NamedTuple):
    """A misdeal was claimed: the same dealer deals anew."""

    seat: Seat
    reason: MisdealReason


class Resigned(NamedTuple):
    """The seat left the running game by its own wish."""

    seat: Seat


class Abandoned(NamedTuple):
    """The seat's player was not there for too long."""

    seat: Seat


class TimedOut(NamedTuple):
    """The seat's time ran out; what the referee did for it follows."""

    seat: Seat


class StandInSeated(NamedTuple):
    """A bot plays the seat on; at random where no level is named."""

    seat: Seat
    bot: Level | None = None


class Ruled(NamedTuple):
    """The referee ruled on a case: ``seat`` is out, or ``scores`` count, with these ``winners``."""

    case: int
    kind: RulingKind
    seat: Seat | None = None
    scores: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None


class SeatRestored(NamedTuple):
    """The seat's player plays it on again: on appeal it was not to be removed."""

    seat: Seat


class GameOver(NamedTuple):
    """The deal is over: one point a book, and who has the most."""

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
"""What every viewer sees whole. An event of no other union has a view of its own in ``view``."""

Event = PublicEvent | Dealt | CardDrawn

Fields = ParamSpec("Fields")
Kind = TypeVar("Kind", bound=Event)


class _Shared(Protocol):
    def __call__(
        self, kind: Callable[Fields, Kind], /, *fields: Fields.args, **named: Fields.kwargs
    ) -> Kind: ...


@cache
def _made_once(kind: Callable[..., Event], *fields: Any) -> Event:
    return kind(*fields)


shared = cast(_Shared, _made_once)
"""Return an event that is made once and then shared: ``shared(GoFish, 1, 0, True)``.

For what happens at every ask. There are some thousands of them in all, and finding one costs half of making it.
"""

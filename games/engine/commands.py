"""The commands of seats and of the referee. ``decide`` accepts or refuses them."""

from typing import Annotated, Literal, NamedTuple, get_args

from games.engine.cards import Card, Cards, Pack, Rank, Seat
from games.engine.rules import Rules

OnAbandon = Literal["end", "stand_in"]
"""What happens when a seat leaves: the game ends, or a bot plays the seat."""
ON_ABANDON: tuple[OnAbandon, ...] = get_args(OnAbandon)
Level = Annotated[str, "level"]
"""The level of a built-in bot; ``games.bots.levels`` lists them."""
MisdealReason = Literal["exposed_card", "too_few_cards"]
MISDEAL_REASONS: tuple[MisdealReason, ...] = get_args(MisdealReason)
CloseReason = Literal["empty", "expired"]
RulingKind = Literal["dismissed", "warning", "annulled", "adjusted", "seat_removed", "suspended"]


class Create(NamedTuple):
    """Open a game: the first move of every log.

    A rematch that rotates the dealer sets ``dealer``.
    """

    rules: Rules
    seats: int
    commitment: str
    dealer: Seat | None = None
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"
    stand_in: Level | None = None
    aids: bool | None = None
    rated: bool | None = None


class TakeSeat(NamedTuple):
    """Take a seat, with optional entropy for the deal; or seat a built-in bot, which adds none."""

    seat: Seat
    entropy: str | None = None
    bot: Level | None = None


class AddEntropy(NamedTuple):
    """Add a seat's entropy before the start, if none was added when it was taken."""

    seat: Seat
    entropy: str


class LeaveSeat(NamedTuple):
    """Leave a seat before the start, or be removed by the host."""

    seat: Seat


class Start(NamedTuple):
    """Start the game: the referee when it is full, or the host with the seats taken so far.

    The service that keeps the ratings sets ``rated`` in a game that was opened as rated.
    """

    rated: bool | None = None


class Close(NamedTuple):
    """Close a lobby that will not start (the referee): it is empty, or its time is up."""

    reason: CloseReason


class DrawDealer(NamedTuple):
    """Choose the first dealer (the referee): ``dealer`` from the seed, or by cards of ``pack``."""

    dealer: Seat | None = None
    pack: Pack | None = None


class Cut(NamedTuple):
    """Cut the shuffled pack below its first ``position`` cards (001)."""

    seat: Seat
    position: int


class Deal(NamedTuple):
    """Deal from this pack, after the cut (the referee); index 0 is dealt first."""

    pack: Pack


class Ask(NamedTuple):
    """Ask another seat for a rank, or for one card of it where the game asks by card."""

    seat: Seat
    target: Seat
    rank: Rank
    card: Card | None = None


class Answer(NamedTuple):
    """Answer an ask in honour mode: hand over these cards, or none for “Go fish!”."""

    seat: Seat
    cards: Cards


class Declare(NamedTuple):
    """Lay a book: any book in honour mode, one with jokers in other games."""

    seat: Seat
    cards: Cards


class EndTurn(NamedTuple):
    """End the closing phase of the turn (honour mode)."""

    seat: Seat


class Expose(NamedTuple):
    """Show a card by accident (001 Irregularities, honour mode)."""

    seat: Seat
    card: Card


class Misdeal(NamedTuple):
    """Claim a misdeal, so that the dealer deals again (001 Irregularities)."""

    seat: Seat
    reason: MisdealReason


class Resign(NamedTuple):
    """Leave a game that has started."""

    seat: Seat


class Abandon(NamedTuple):
    """Remove a player who has been absent for too long (the referee)."""

    seat: Seat


class Restore(NamedTuple):
    """Let a person play a seat that a bot plays (the referee, for a class)."""

    seat: Seat


class TimeOut(NamedTuple):
    """Act for a seat whose time ran out (the referee); ``cut`` is the position if it has to cut."""

    seat: Seat
    cut: int | None = None


class Rule(NamedTuple):
    """Rule on a case about the game (the referee); it may remove ``seat`` or set ``scores``.

    Cases count from 1. A later ruling on the same case replaces the earlier one.
    """

    case: int
    kind: RulingKind
    seat: Seat | None = None
    scores: tuple[int, ...] | None = None


SeatCommand = Cut | Ask | Answer | Declare | EndTurn | Expose | Misdeal | Resign
"""What a player does at the table."""
Command = (
    Create
    | TakeSeat
    | AddEntropy
    | LeaveSeat
    | Start
    | Close
    | DrawDealer
    | Cut
    | Deal
    | Ask
    | Answer
    | Declare
    | EndTurn
    | Expose
    | Misdeal
    | Resign
    | Abandon
    | Restore
    | TimeOut
    | Rule
)

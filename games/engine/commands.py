"""What a seat, or the referee, may try. A command is a wish: ``decide`` grants or refuses it."""

from typing import Literal, NamedTuple, get_args

from games.engine.cards import Card, Cards, Pack, Rank, Seat
from games.engine.rules import Rules

OnAbandon = Literal["end", "stand_in"]
"""What follows when a seat leaves: the game ends, or a bot plays the seat on."""
ON_ABANDON: tuple[OnAbandon, ...] = get_args(OnAbandon)
Level = Literal["random", "forgetful", "memory", "expert"]
"""How well a built-in bot plays, weakest first."""
LEVELS: tuple[Level, ...] = get_args(Level)
MisdealReason = Literal["exposed_card", "too_few_cards"]
MISDEAL_REASONS: tuple[MisdealReason, ...] = get_args(MisdealReason)
CloseReason = Literal["empty", "expired"]
RulingKind = Literal["dismissed", "warning", "annulled", "adjusted", "seat_removed", "suspended"]


class Create(NamedTuple):
    """Open a game: the first move of every log. ``dealer`` is set where a rematch rotates it."""

    rules: Rules
    seats: int
    commitment: str
    dealer: Seat | None = None
    turn_seconds: int | None = None
    on_abandon: OnAbandon = "end"
    stand_in: Level | None = None


class TakeSeat(NamedTuple):
    """Sit down, with entropy for the deal if the player gives any; or seat a built-in bot, which gives none."""

    seat: Seat
    entropy: str | None = None
    bot: Level | None = None


class AddEntropy(NamedTuple):
    """Add a seat's entropy to the deal before the start, if it gave none when it was taken."""

    seat: Seat
    entropy: str


class LeaveSeat(NamedTuple):
    """Leave, or be removed by the host, before the start."""

    seat: Seat


class Start(NamedTuple):
    """Start the game, when it is full or when the host wants it with the seats taken so far."""


class Close(NamedTuple):
    """Close a lobby that will not start (the referee): everybody has left it, or its time is up."""

    reason: CloseReason


class DrawDealer(NamedTuple):
    """Find the first dealer: ``dealer`` chosen from the seed, or cards drawn from ``pack``."""

    dealer: Seat | None = None
    pack: Pack | None = None


class Cut(NamedTuple):
    """Cut the shuffled pack below its first ``position`` cards (001)."""

    seat: Seat
    position: int


class Deal(NamedTuple):
    """Deal from this pack, cut already; index 0 is dealt first."""

    pack: Pack


class Ask(NamedTuple):
    """Ask another seat for a rank, or for one card of it where the game asks by card."""

    seat: Seat
    target: Seat
    rank: Rank
    card: Card | None = None


class Answer(NamedTuple):
    """Answer an ask in honour mode: hand over these cards, or none to say go fish."""

    seat: Seat
    cards: Cards


class Declare(NamedTuple):
    """Lay a book: any in honour mode, one with jokers elsewhere."""

    seat: Seat
    cards: Cards


class EndTurn(NamedTuple):
    """End the closing phase of one's turn (honour mode)."""

    seat: Seat


class Expose(NamedTuple):
    """Show a card by accident (001 Irregularities, honour mode)."""

    seat: Seat
    card: Card


class Misdeal(NamedTuple):
    """Claim a misdeal: the dealer must deal again (001 Irregularities)."""

    seat: Seat
    reason: MisdealReason


class Resign(NamedTuple):
    """Leave a game that has started."""

    seat: Seat


class Abandon(NamedTuple):
    """Take a seat from a player who has not been there for too long (the referee)."""

    seat: Seat


class TimeOut(NamedTuple):
    """Act for a seat whose time ran out (the referee); ``cut`` is the place where it has to cut."""

    seat: Seat
    cut: int | None = None


class Rule(NamedTuple):
    """Rule on a case about the game (the referee): ``seat`` is to be removed, or ``scores`` are to count.

    Cases count from 1. A ruling on one that was ruled on before takes the place of that ruling.
    """

    case: int
    kind: RulingKind
    seat: Seat | None = None
    scores: tuple[int, ...] | None = None


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
    | TimeOut
    | Rule
)

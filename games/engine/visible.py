"""The members of events and states of which a viewer may not see all.

The schema of the service shows these types: a mark such as ``"card"`` says what a value is, a
sentence describes the member.
"""

from typing import Annotated, Any, Literal, TypedDict

from games.engine.cards import Seat
from games.engine.commands import Command, Level
from games.engine.events import Asked, ClosingReason, DrawReason, GameOver, Ruled, SeriesOver
from games.engine.state import Phase

Json = dict[str, Any]
CardText = Annotated[str, "card"]
RankText = Annotated[str, "rank"]
Action = Annotated[Json, Command]
PHASES = ("lobby", "closed", "cut", "ask", "answer", "closing", "over")
"""The phases in which a viewer sees the state of a game."""
REPLAYED_PHASES = (*PHASES, "dealer", "deal")
"""Those of replays, which also show when the referee draws a dealer and deals."""


class DealtEvent(TypedDict):
    type: Literal["dealt"]
    dealer: Seat
    counts: list[int]
    stock: int
    hands: Annotated[
        list[list[CardText] | None], "By seat; null where the viewer may not see the hand."
    ]


class CardDrawnEvent(TypedDict):
    type: Literal["card_drawn"]
    seat: Seat
    card: Annotated[CardText | None, "Null where the viewer may not see it."]
    reason: DrawReason
    public: Annotated[bool, "A catch, shown to all."]


class BookJson(TypedDict):
    """A laid book; nulls where it lies face down."""

    rank: RankText | None
    cards: list[CardText] | None


class VoidBookJson(BookJson):
    """A book that left play without scoring."""

    seat: Seat


class SeatState(TypedDict):
    """One seat of the table."""

    seat: Seat
    taken: bool
    left: Annotated[bool, "Resigned or abandoned."]
    bot: Annotated[Level | None, "Level of the built-in bot that plays it; null for a player."]
    hand_size: int
    hand: Annotated[list[CardText] | None, "Null where the reader may not see it."]
    books: list[BookJson]
    total: Annotated[int, "Points over the deals of a series."]
    barred: Annotated[list[RankText], "Ranks in which it cannot score a book."]
    misses_turns: int


class PlayView(TypedDict):
    """The members of a state before the seats."""

    phase: Annotated[Phase, PHASES]
    commitment: Annotated[str, "SHA-256 commitment to the seed of every shuffle."]
    turn_seconds: Annotated[int | None, "Null for no time limit."]
    rated: Annotated[
        bool | None,
        "Whether the result changes ratings, decided at the start. Null before it, and if the game "
        "was not opened as rated.",
    ]
    dealer: Seat | None
    deal: Annotated[int, "Packs dealt from so far."]
    turn: Annotated[Seat | None, "Whose turn it is."]
    to_act: Annotated[Seat | None, "The seat that the game waits for."]
    asked: Annotated[Annotated[Json, Asked] | None, "The ask that awaits its answer."]
    closing: ClosingReason | None
    stock: Annotated[int, "Cards left to draw."]
    stock_cards: Annotated[
        list[CardText] | None, "Top first; only in replays of games that are over."
    ]
    idle_asks: Annotated[int, "Asks since the last draw or book."]


class SeatsView(TypedDict):
    """The seats of a state."""

    seats: list[SeatState]


class OutcomeView(TypedDict):
    """The members of a state after the seats, but for the viewer's own."""

    void: list[VoidBookJson]
    discards: list[BookJson]
    result: Annotated[Annotated[Json, GameOver] | None, "Of the last deal, once it is over."]
    series: Annotated[Annotated[Json, SeriesOver] | None, "Of a series, at its end."]
    rulings: Annotated[
        list[Annotated[Json, Ruled]], "Oldest first; the last ruling of a case is in force."
    ]


class ViewerView(TypedDict):
    """The last members of a state: who the viewer is, and what they may do."""

    you: Annotated[
        Seat | None, "The reader's seat; null for a spectator, and for a player who has left."
    ]
    spectator: Annotated[
        bool, "Whether `you` is null. Only if it is not, `to_act` equal to `you` means your turn."
    ]
    legal_actions: Annotated[
        list[Action], "What the reader may do now: the body for the endpoint named by its type."
    ]


class VisibleState(PlayView, SeatsView, OutcomeView, ViewerView):
    """A state as the viewer may see it."""

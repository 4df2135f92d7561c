"""Answers from the move log: pages of moves, replays, transcripts, verifications."""

from typing import Annotated, Any, NotRequired, TypedDict

from api_kit.answers import line
from games.engine import receipts, report, view
from games.engine.state import Phase, State
from games.engine.verification import Verification
from games.engine.view import Viewer
from games.engine.visible import REPLAYED_PHASES
from games.log import ids
from games.log.entries import (
    CHECKS,
    VERDICT_SCOPES,
    AnyRules,
    FromOne,
    Json,
    Seat,
    SentRulesSerializer,
    fill,
)
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.play.api.position_answers import LogHead, MoveJson, PositionJson, move


class ReplayedPosition(PositionJson):
    """A past position as one reader may see it; with all cards if the game is over."""

    phase: Annotated[
        Phase, REPLAYED_PHASES, "After the start also `dealer` and `deal`, when no one can act."
    ]
    move: Annotated[MoveJson, "The move that led to it."]


class MovePage(TypedDict):
    """A page of moves, oldest first."""

    game: str
    version: Annotated[int, "Number of the game's last move."]
    moves: list[MoveJson]


class MovesEnd(TypedDict):
    """The last line of a page of moves: without it, the page was cut off."""

    next: Annotated[str | None, "Address of the next page; null if the last move is on this one."]
    version: Annotated[int, "Number of the game's last move."]


MoveLine = line("MoveLine", MoveJson, MovesEnd)


class AnnotatedPlayer(TypedDict):
    """The name of a player when the transcript was written."""

    seat: Seat
    username: Annotated[str | None, "Null for a closed account, and for a built-in bot."]


class Annotations(TypedDict):
    """What is not proved: no digest covers it, and imports ignore it."""

    players: list[AnnotatedPlayer]


class TranscriptFile(TypedDict):
    """A finished game, complete; GET /transcripts/schema has its JSON Schema."""

    format: str
    version: Annotated[
        int,
        "1: commands and events are objects. 2: those of moves of schema 3 are arrays, and a "
        "command is null if the first event implies it.",
    ]
    game: str
    preset: str
    overlays: list[str]
    seats: list[dict[str, Any]]
    rules: AnyRules
    commitment: str
    seed: str
    entropy: list[Any]
    result: dict[str, Any]
    series: dict[str, Any] | None
    rulings: NotRequired[Annotated[list[dict[str, Any]], "Present if there is one."]]
    moves: list[dict[str, Any]]
    annotations: NotRequired[Annotations]


class ReceiptJson(TypedDict):
    """The digest of a move, as shown during play."""

    number: FromOne
    digest: Annotated[str, "Hexadecimal."]


class ReceiptsJson(TypedDict):
    """Receipts that a client saved during play."""

    format: Annotated[str, (receipts.FORMAT,)]
    version: int
    game: Annotated[str, "Not compared, because an imported game gets another id."]
    commitment: Annotated[str, "As the state showed it before the deal."]
    receipts: Annotated[list[ReceiptJson], f"At most {receipts.MOST_RECEIPTS:,}."]


class VerificationRequest(TranscriptFile):
    """A transcript, and receipts to compare its log with."""

    rules: Annotated[Json, SentRulesSerializer]
    annotations: NotRequired[  # type: ignore[misc]
        Annotated[dict[str, Any], "Any object; no digest covers it, so it proves nothing."]
    ]
    receipts: NotRequired[
        Annotated[
            ReceiptsJson, "Receipts saved during play; without them, the log could be invented."
        ]
    ]


class FailureJson(TypedDict):
    """The first check that failed."""

    move: Annotated[int | None, "Null for the log as a whole."]
    check: Annotated[str, CHECKS]
    reason: str


class Verdict(TypedDict):
    """The result of verifying a transcript."""

    holds: bool
    moves: Annotated[int, "Number of valid moves, from the first."]
    scope: Annotated[
        str, VERDICT_SCOPES, "`chain`: the rules version is unknown, only digests were checked."
    ]
    failure: FailureJson | None
    proved_until: Annotated[
        int | None,
        "Up to this move, the receipts prove that the log is the one shown during play. 0 if "
        "they prove only the commitment; null without receipts or if a check failed.",
    ]
    unproved: Annotated[list[str], "What remains unproved of a valid transcript, in sentences."]


def past_position(
    head: GameHead, state: State, past_move: LoggedMove, *, seat: Seat | None = None
) -> ReplayedPosition:
    """Return the position after a move; of a game that is over, with all cards, or as a seat could
    see it.
    """
    viewer: Viewer = "referee" if head.state.is_over else head.viewer
    if seat is not None:
        viewer = seat
    if state.phase == "lobby" and head.state.phase not in ("lobby", "closed"):
        viewer = None  # seats had other numbers then
    log_head = LogHead(
        game=ids.to_text(head.game_id), version=past_move.number, deadline=None, paused=False
    )
    shown = move(past_move, viewer, head.state.rules)
    return {**log_head, **view.state_view(state, viewer), "move": shown}


def verdict(verdict: Verification) -> Verdict:
    """Return the result of a verification."""
    return fill(
        Verdict,
        verdict,
        failure=None if verdict.failure is None else fill(FailureJson, verdict.failure),
        unproved=report.unproved(verdict),
    )

"""What the frames of streams say."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from api_kit.answers import Shape, Time, described, field, serializer
from games.log.models import GameStatus
from games.play.api.entries import Fault, GameId, Seat
from games.play.api.position_answers import MoveJson, SeatedPlayer, StateJson
from games.play.inbox import TournamentStatus
from games.play.presence import EMOTES

EndReason = Literal[
    "game_over",
    "game_closed",
    "invitation_ended",
    "seat_left",
    "invalid_token",
    "ticket_expired",
    "watch_code_ended",
    "unavailable",
    "no_games_left",
    "moved_on",
    "stopping",
]
PASSING = ("unavailable", "moved_on", "stopping")
"""Reasons after which the same request brings more. After the others it ends at once."""
END_REASONS = get_args(EndReason)
FINAL_REASONS = [reason for reason in END_REASONS if reason not in PASSING]
NEWS = (
    *("invited", "invitation_ended", "joined", "started", "your_turn", "ruled", "over", "closed"),
    *("left", "looked_into"),
)


class Concern(TypedDict):
    """A game that concerns the caller."""

    game: GameId
    version: Annotated[int, "Number of the last move."]
    status: Annotated[str, GameStatus]
    seat: Annotated[Seat | None, "Null if you are invited."]
    your_turn: Annotated[bool, "Whether the game waits for you."]


class NewsJson(Concern):
    """News of a game."""

    what: list[Annotated[str, NEWS]]


class CancelledTournament(TypedDict):
    """A tournament that was cancelled, for its players."""

    tournament: Annotated[str, "The tournament's id."]
    status: Annotated[str, TournamentStatus]


class UnreadNotices(TypedDict):
    """How many notices are not marked as read."""

    unread_notices: int


class SnapshotJson(TypedDict):
    """The open games and invitations of the caller."""

    games: list[Concern]
    unread_notices: Annotated[int, "Notices in `/me/notices` that are not marked as read."]


class StreamedMove(MoveJson):
    """A move; the newest one carries the reader's state, if the stream was opened with
    `state=true`.
    """

    state: NotRequired[Annotated[StateJson, "What `/state` shows after this move, byte for byte."]]


class SeatedPlayers(TypedDict):
    """The players of a game."""

    players: Annotated[list[SeatedPlayer], "By seat, as in the game object."]


class SentEmote(TypedDict):
    """An emote of a player."""

    seat: Seat
    emote: Annotated[str, (*EMOTES,)]


class ServerTime(TypedDict):
    """The server's clock when it wrote the frame, and the deadline of a game if it was changed
    without a move.
    """

    now: Annotated[Time, "UTC."]
    version: NotRequired[Annotated[int, "Number of the move that the deadline follows."]]
    deadline: NotRequired[
        Annotated[Time | None, "The new deadline: after an outage, clocks get its time back."]
    ]
    paused: NotRequired[Annotated[bool, "Whether the teacher of a class has paused the game."]]


class Waiting(TypedDict):
    """Why no moves come for a while. The stream stays open, and continues by itself."""

    reason: Literal["unavailable"]


class StreamEnd(TypedDict):
    """Why the stream ends."""

    reason: EndReason


class FollowError(Fault):
    """Why a game is not followed."""


class NotFollowed(TypedDict):
    """An id without a game to follow."""

    id: Annotated[str, "As sent."]
    error: FollowError


class Following(TypedDict):
    """The games that a stream follows."""

    games: Annotated[list[str], "In the order sent."]
    errors: list[NotFollowed]


def frame(name: str, kind: str, data: Any, *, has_id: bool = False) -> Shape:
    """Describe a frame: the ``event``, ``id`` and ``data`` of a server-sent event."""
    members: dict[str, Any] = {"type": field(Annotated[str, (kind,)])}
    if has_id:
        members["id"] = field(Annotated[int, "Send it as Last-Event-ID."])
    return serializer(f"{name}Frame", None, {**members, "data": described(data)()})


STATE_FRAME = frame("State", "state", StateJson, has_id=True)
TIME_FRAME = frame("Time", "time", ServerTime)
WAITING_FRAME = frame("Waiting", "waiting", Waiting)
END_FRAME = frame("End", "end", StreamEnd)

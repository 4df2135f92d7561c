"""What streams answer: their frames, tickets and presence."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from api_kit.answers import Shape, Time, described, field, one_of, serializer
from games.live.tv import CHANNELS, MOST_RECENT
from games.log.entries import Fault, GameId, Seat
from games.log.models import GameStatus
from games.play.api.game_answers import GameEntry
from games.play.api.position_answers import MoveJson, SeatedPlayer, StateJson
from games.play.inbox import TournamentStatus
from games.play.presence import EMOTES, Presence

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
CHANGES = (
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

    what: list[Annotated[str, CHANGES]]


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
    """Why no moves are sent for a while. The stream stays open, and continues by itself."""

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


GameFrame = one_of(
    "GameFrame",
    {
        "state": STATE_FRAME,
        "players": frame("Players", "players", SeatedPlayers),
        "move": frame("Move", "move", StreamedMove, has_id=True),
        "emote": frame("Emote", "emote", SentEmote),
        "time": TIME_FRAME,
        "waiting": WAITING_FRAME,
        "end": END_FRAME,
    },
)
AccountFrame = one_of(
    "AccountFrame",
    {
        "snapshot": frame("Snapshot", "snapshot", SnapshotJson),
        "game": frame("News", "game", NewsJson),
        "notices": frame("Notices", "notices", UnreadNotices),
        "tournament": frame("Cancelled", "tournament", CancelledTournament),
        "time": TIME_FRAME,
        "waiting": WAITING_FRAME,
        "end": END_FRAME,
    },
)


class StreamTicketJson(TypedDict):
    """A ticket."""

    ticket: str
    expires_at: Time


class SeenSeat(TypedDict):
    """When a player was last seen."""

    seat: Seat
    seen_seconds_ago: Annotated[int | None, "Null if never."]


class PresenceJson(TypedDict):
    """Who is present."""

    game: GameId
    seats: list[SeenSeat]
    spectators: int


class TvChannel(TypedDict):
    """A channel and the game that it shows."""

    channel: Annotated[str, (*CHANNELS,), "`best` of all, or the name of a preset."]
    game: GameEntry
    watchers: Annotated[int, "Open streams without a seat, recorded every 30 seconds."]


class Tv(TypedDict):
    """The channels that have a game, or games to replay."""

    channels: list[TvChannel]
    recent: Annotated[
        list[GameEntry],
        f"While no channel has a game: at most {MOST_RECENT} public games that ended lately, the "
        "best first.",
    ]


class ChannelGame(TypedDict):
    """The game that begins on a channel."""

    game: GameId
    channel: Annotated[str, (*CHANNELS,)]
    details: Annotated[GameEntry, "As in `GET /tv`."]


class PlayersOfGame(SeatedPlayers):
    """The players of one of the games."""

    game: GameId


class MoveOfGame(StreamedMove):
    """A move of one of the games."""

    game: GameId


class EmoteOfGame(SentEmote):
    """An emote in one of the games."""

    game: GameId


class EndOfGame(StreamEnd):
    """Why a game is no longer followed, or, without a game, why the stream ends."""

    game: NotRequired[GameId]


_FRAMES_OF_GAMES: dict[str, Any] = {
    "state": STATE_FRAME,
    "players": frame("PlayersOfGame", "players", PlayersOfGame),
    "move": frame("MoveOfGame", "move", MoveOfGame, has_id=True),
    "emote": frame("EmoteOfGame", "emote", EmoteOfGame),
    "time": TIME_FRAME,
    "waiting": WAITING_FRAME,
    "end": frame("EndOfGame", "end", EndOfGame),
}
TvFrame = one_of(
    "TvFrame", {"channel": frame("Channel", "channel", ChannelGame)} | _FRAMES_OF_GAMES
)
FollowedFrame = one_of(
    "FollowedFrame", {"following": frame("Following", "following", Following)} | _FRAMES_OF_GAMES
)


def presence(game_id: str, found: Presence) -> PresenceJson:
    """Return who is present at a game."""
    seats = [
        SeenSeat(seat=seat, seen_seconds_ago=None if seconds is None else round(seconds))
        for seat, seconds in sorted(found.seats.items())
    ]
    return {"game": game_id, "seats": seats, "spectators": found.spectators}

"""Answers of streams: their frames, tickets and presence."""

from typing import Annotated, Any, NotRequired, TypedDict

from api_kit.answers import Time, one_of
from games.live.answers import (
    END_FRAME,
    STATE_FRAME,
    TIME_FRAME,
    WAITING_FRAME,
    CancelledTournament,
    Following,
    NewsJson,
    SeatedPlayers,
    SentEmote,
    SnapshotJson,
    StreamedMove,
    StreamEnd,
    UnreadNotices,
    frame,
)
from games.live.tv import CHANNELS, MOST_RECENT
from games.play.api.entries import GameId, Seat
from games.play.api.game_answers import GameEntry
from games.play.presence import Presence

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
    """Why a game is followed no longer, or, without a game, why the stream ends."""

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

"""Frames of streams: what each says, and how it is written as a server-sent event or as a line of
JSON.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, Literal, NamedTuple, Protocol

import orjson

from api_kit import ndjson
from api_kit.ndjson import NDJSON
from api_kit.problems import Problem
from games.engine.cards import Seat as SeatNumber
from games.engine.chain import time_or_none, time_text
from games.live.answers import (
    CancelledTournament,
    Concern,
    EndReason,
    Following,
    NewsJson,
    NotFollowed,
    SeatedPlayers,
    SentEmote,
    ServerTime,
    SnapshotJson,
    StreamEnd,
    UnreadNotices,
    Waiting,
)
from games.log import ids
from games.log.entries import fault
from games.log.head_reader import ClockReading
from games.log.heads import GameHead
from games.log.models import Seat
from games.log.reader import LoggedMove
from games.play.api import position_answers
from games.play.inbox import InboxGame

FrameType = Literal[
    "following",
    "channel",
    "state",
    "players",
    "move",
    "emote",
    "snapshot",
    "game",
    "notices",
    "tournament",
    "round",
    "reload",
    "table",
    "standing",
    "time",
    "waiting",
    "end",
]


class Frame(NamedTuple):
    """One frame.

    ``data`` is JSON; ``id`` is the cursor with which a reader resumes after the frame.
    """

    type: FrameType
    data: bytes
    id: int | None = None


class FrameWriter(Protocol):
    """Writes frames as bytes; equal writers write the same."""

    def write(self, frame: Frame) -> bytes:
        """Return a frame as bytes."""


class FrameFormat(Enum):
    """How frames are written, by media type."""

    EVENTS = "text/event-stream"
    LINES = NDJSON

    @property
    def keep_alive(self) -> bytes:
        """Return what an idle stream sends, which readers skip: a comment, or an empty line."""
        return b":\n\n" if self is FrameFormat.EVENTS else ndjson.KEEP_ALIVE

    def heartbeat(self, now: datetime) -> bytes:
        """Return what every stream of this format sends at a heartbeat."""
        return self.keep_alive + self.write(server_time(now))

    def write(self, frame: Frame) -> bytes:
        kind = frame.type.encode()
        if self is FrameFormat.LINES:
            member = b"" if frame.id is None else b'"id":%d,' % frame.id
            return b'{"type":"%b",%b"data":%b}\n' % (kind, member, frame.data)
        line = b"" if frame.id is None else b"id: %d\n" % frame.id
        return b"%bevent: %b\ndata: %b\n\n" % (line, kind, frame.data)


def following(game_ids: Iterable[int], errors: Mapping[str, Problem]) -> Frame:
    """Return the first frame of a stream of several games; ``errors`` are by id as sent."""
    refused = [NotFollowed(id=text, error=fault(problem)) for text, problem in errors.items()]
    return _frame("following", Following(games=[*map(ids.to_text, game_ids)], errors=refused))


def channel(name: str, game: Mapping[str, Any]) -> Frame:
    """Return the frame of a game that begins on a channel, with its game object."""
    return _frame("channel", {"channel": name, "details": {**game}})


def state(head: GameHead, last_move: LoggedMove, *, cursor: int) -> Frame:
    """Return the frame of the state; the moves that follow begin after the cursor."""
    return _frame("state", position_answers.state(head, last_move), cursor=cursor)


def players(seats: Iterable[Seat], *, now: datetime) -> Frame:
    """Return the frame of a game's players, for those who may watch it.

    It has no id, because it is no move.
    """
    shown = [position_answers.player(seat, now=now, may_watch=True) for seat in seats]
    return _frame("players", SeatedPlayers(players=shown))


def emote(seat: SeatNumber, code: str) -> Frame:
    """Return the frame of an emote. It has no id, because it is no move."""
    return _frame("emote", SentEmote(seat=seat, emote=code))


def snapshot(concerns: list[InboxGame], *, unread_notices: int) -> Frame:
    """Return the frame of an account's games and its number of unread notices."""
    games = [_entry(concern) for concern in concerns]
    return _frame("snapshot", SnapshotJson(games=games, unread_notices=unread_notices))


def notices(*, unread_notices: int) -> Frame:
    """Return the frame of a new number of unread notices."""
    return _frame("notices", UnreadNotices(unread_notices=unread_notices))


def cancelled(tournament: str) -> Frame:
    """Return the last frame of a tournament that was cancelled."""
    return _frame("tournament", CancelledTournament(tournament=tournament, status="cancelled"))


def game(concern: InboxGame, what: list[str]) -> Frame:
    """Return the frame of a change of a game."""
    return _frame("game", NewsJson(**_entry(concern), what=what))


def server_time(now: datetime) -> Frame:
    """Return the frame of the server's clock.

    It is a frame of its own, so that moves and states are the same bytes for each reader at any
    time.
    """
    return _frame("time", ServerTime(now=time_text(now)))


def clock(reading: ClockReading, *, now: datetime) -> Frame:
    """Return the frame of the server's clock with a deadline that was changed without a move."""
    data = ServerTime(
        now=time_text(now),
        version=reading.version,
        deadline=time_or_none(reading.deadline),
        paused=reading.is_paused,
    )
    return _frame("time", data)


def waiting() -> Frame:
    """Return the frame that says that the database is unavailable: moves follow when it is back."""
    return _frame("waiting", Waiting(reason="unavailable"))


def end(reason: EndReason) -> Frame:
    """Return the last frame of a stream, with the reason of its end."""
    return _frame("end", StreamEnd(reason=reason))


def _entry(concern: InboxGame) -> Concern:
    """Return the entry of a game in an account's stream."""
    return {
        "game": ids.to_text(concern.game_id),
        "version": concern.version,
        "status": concern.status,
        "seat": concern.seat,
        "your_turn": concern.is_turn,
    }


def _frame(kind: FrameType, data: Mapping[str, object], *, cursor: int | None = None) -> Frame:
    # orjson leaves each result in a buffer of 4 kB, and open streams keep their frames.
    return Frame(kind, bytes(memoryview(orjson.dumps(data))), cursor)

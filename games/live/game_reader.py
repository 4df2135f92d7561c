"""One reader of a game's stream: what they asked for, their seat, and what they were sent.

In a stream of several games, each frame names its game.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from games.engine.cards import Seat
from games.engine.rules import Rules
from games.live import frames
from games.live.answers import EndReason
from games.live.frames import Frame, FrameFormat
from games.live.frames_by_seat import FramesBySeat
from games.live.stream import FrameStream, Stream, StreamCredentials
from games.log import ids
from games.play.followed import WatchedGame

_MEMBER = b'{"game":'


class GameFrameFormat(NamedTuple):
    """A format whose frames name their game as the first member of ``data``."""

    format: FrameFormat
    game: str

    def write(self, frame: Frame) -> bytes:
        """Return a frame as bytes. A state names its game itself."""
        if not frame.data.startswith(_MEMBER):
            data = b'%b"%b",%b' % (_MEMBER, self.game.encode(), frame.data[1:])
            frame = frame._replace(data=data)
        return self.format.write(frame)


class GamePart:
    """Sends the frames of a game to a shared stream, until the game or the stream has ended."""

    __slots__ = ("_has_ended", "_on_end", "_whole", "format", "game_id")

    def __init__(self, whole: Stream, game_id: int, *, on_end: Callable[[int], None]) -> None:
        self.game_id = game_id
        self.format = GameFrameFormat(whole.format, ids.to_text(game_id))
        self._whole, self._on_end = whole, on_end
        self._has_ended = False

    @property
    def credentials(self) -> StreamCredentials:
        """What must stay valid for the shared stream."""
        return self._whole.credentials

    @property
    def has_ended(self) -> bool:
        """Whether nothing more is sent."""
        return self._has_ended or self._whole.has_ended

    def send(self, frame: Frame) -> None:
        """Send a frame as :meth:`push` does."""
        self.push(self.format.write(frame))

    def push(self, written: bytes) -> None:
        """Send written frames after all earlier ones of the shared stream."""
        if not self._has_ended:
            self._whole.push(written)

    def end(self, reason: EndReason) -> None:
        """Send the last frame of the game; the shared stream stays open."""
        if not self.has_ended:
            self.send(frames.end(reason))
            self._has_ended = True
            self._on_end(self.game_id)

    async def sent(self) -> None:
        """Wait until all frames so far are sent."""
        await self._whole.sent()


class ReaderTerms(NamedTuple):
    """A game as a reader saw it when their stream began, and what they are sent of it."""

    game_id: int
    rules: Rules
    is_lobby: bool
    version: int
    """The version of the state that began the stream; ``has_left`` takes moves up to it into
    account.
    """
    revision: int
    """The revision of its clock."""
    seat: Seat | None
    has_left: bool
    is_private: bool
    """Whether the reader needs a seat or an invitation: the game is private, and no watch code was
    sent.
    """
    account_id: int | None
    blocks_of: int | None
    """The account whose blocks hide emotes, also from a player who reads as a spectator."""
    cursor: int
    """The last move that the reader has."""
    players: Frame
    """The frame of the players that the reader was sent."""
    wants_state: bool
    wants_emotes: bool


class Opening(NamedTuple):
    """How the stream of a game begins."""

    terms: ReaderTerms
    frames: tuple[Frame, ...]
    """The state and the players, and the end of a game of which the reader has all."""
    is_complete: bool
    """Whether nothing follows."""


def opening(
    found: WatchedGame,
    account_id: int | None,
    *,
    now: datetime,
    after: int | None = None,
    wants_state: bool = False,
    wants_emotes: bool = True,
) -> Opening:
    """Return how a game's stream begins for a reader with the moves up to ``after``, or all."""
    head, state = found.head, found.head.state
    cursor = head.version if after is None else after
    players = frames.players(found.seats, now=now)
    terms = ReaderTerms(
        game_id=head.game_id,
        rules=state.rules,
        is_lobby=state.phase == "lobby",
        version=head.version,
        revision=head.revision,
        seat=head.seat,
        has_left=head.viewer != head.seat,
        is_private=head.is_private and found.watch_pass is None,
        account_id=account_id,
        blocks_of=account_id,
        cursor=cursor,
        players=players,
        wants_state=wants_state,
        wants_emotes=wants_emotes,
    )
    first = frames.state(head, found.last, cursor=cursor), players
    if not state.has_ended or cursor < head.version:
        return Opening(terms, first, is_complete=False)
    end = frames.end("game_closed" if state.phase == "closed" else "game_over")
    return Opening(terms, (*first, end), is_complete=True)


class Reader:
    """A reader of a game's moves, with the number of the last one sent to them."""

    __slots__ = ("cursor", "has_left", "is_caught_up", "players", "seat", "stream", "terms")

    def __init__(self, stream: FrameStream, terms: ReaderTerms) -> None:
        self.stream, self.terms = stream, terms
        self.seat, self.has_left = terms.seat, terms.has_left
        self.cursor = terms.cursor
        self.players = terms.players
        """The last frame of the players that was sent."""
        self.is_caught_up = False

    @property
    def game_id(self) -> int:
        """The game that is read."""
        return self.terms.game_id

    @property
    def account_id(self) -> int | None:
        """The account that reads."""
        return self.terms.account_id

    @property
    def readers(self) -> tuple["Reader"]:
        """Itself, as what its stream reads."""
        return (self,)

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view is sent; None for a spectator, and for a player who has left."""
        return None if self.has_left else self.seat

    def update_seat(self, seats: Mapping[int, Seat]) -> None:
        """Set the reader's current seat.

        End the stream if the seat was lost, so that access is checked again.
        """
        seat = None if self.account_id is None else seats.get(self.account_id)
        if seat is None and self.seat is not None:
            self.stream.end("seat_left")
        self.seat = seat

    @property
    def missed(self) -> int:
        """How many moves the reader lacked when it began."""
        return self.terms.version - self.terms.cursor

    @property
    def is_guest(self) -> bool:
        """Whether the reader sees a private lobby only by invitation."""
        return self.terms.is_private and self.seat is None and self.account_id is not None

    def handle_start(self) -> None:
        """End the stream of an invited reader without a seat: invitations show only the lobby."""
        if self.terms.is_private and self.seat is None:
            self.stream.end("invitation_ended")

    def show_players(self, frame: Frame) -> None:
        """Send the frame of the players if it differs from the last one."""
        if frame != self.players:
            self.stream.send(frame)
        self.players = frame  # one object for all readers

    def send_moves(self, moves: FramesBySeat) -> None:
        """Send the moves after the cursor; from the reader's departure on, as to a spectator."""
        for number, seat, has_left in moves.departures:
            if seat == self.seat and number > max(self.terms.version, self.cursor):
                self._send(moves, until=number - 1)
                self.has_left = has_left
        self._send(moves, until=moves.last)

    def _send(self, moves: FramesBySeat, *, until: int) -> None:
        if until > self.cursor:
            with_state = self.terms.wants_state and until > self.terms.version
            shown = moves.between(
                self.cursor, until, self.viewer, self.stream.format, with_state=with_state
            )
            self.stream.push(shown)
            self.cursor = until

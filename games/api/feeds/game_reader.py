"""One reader of a game's stream: their seat, their access, and what they were sent."""

from collections.abc import Mapping

from games.api.feeds.frames import Frame
from games.api.feeds.frames_by_seat import FramesBySeat
from games.api.feeds.stream import FrameStream
from games.engine.cards import Seat


class Reader:
    """A reader of a game's moves, with the number of the last one sent to them."""

    __slots__ = (
        "account_id",
        "blocks_of",
        "cursor",
        "game_id",
        "has_left",
        "is_caught_up",
        "is_private",
        "players",
        "seat",
        "stream",
        "version",
        "wants_emotes",
        "wants_state",
    )

    def __init__(
        self,
        stream: FrameStream,
        *,
        game_id: int,
        account_id: int | None,
        seat: Seat | None,
        has_left: bool,
        version: int,
        cursor: int,
        players: Frame,
        is_private: bool = False,
        wants_state: bool = False,
        wants_emotes: bool = True,
        blocks_of: int | None = None,
    ) -> None:
        self.stream, self.game_id, self.account_id = stream, game_id, account_id
        self.blocks_of = account_id if blocks_of is None else blocks_of
        """The account whose blocks hide emotes, also from a player who reads as a spectator."""
        self.seat, self.has_left = seat, has_left
        self.version = version
        """The version of the state that began the stream; ``has_left`` takes moves up to it into
        account.
        """
        self.cursor = cursor
        self.wants_state, self.wants_emotes = wants_state, wants_emotes
        self.is_private = is_private
        self.players = players
        """The last frame of the players that was sent."""
        self.is_caught_up = False

    @property
    def readers(self) -> tuple["Reader"]:
        """Itself, as what its stream reads."""
        return (self,)

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view the reader is sent; None for a spectator, and for a player who has
        left.
        """
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
    def is_guest(self) -> bool:
        """Whether the reader sees a private lobby only by invitation."""
        return self.is_private and self.seat is None and self.account_id is not None

    def handle_start(self) -> None:
        """End the stream of an invited reader without a seat: invitations show only the lobby."""
        if self.is_private and self.seat is None:
            self.stream.end("invitation_ended")

    def show_players(self, frame: Frame) -> None:
        """Send the frame of the players if it differs from the last one."""
        if frame != self.players:
            self.stream.send(frame)
        self.players = frame  # one object for all readers

    def send_moves(self, moves: FramesBySeat) -> None:
        """Send the moves after the cursor; from the reader's departure on, as to a spectator."""
        for number, seat, has_left in moves.departures:
            if seat == self.seat and number > max(self.version, self.cursor):
                self._send(moves, until=number - 1)
                self.has_left = has_left
        self._send(moves, until=moves.last)

    def _send(self, moves: FramesBySeat, *, until: int) -> None:
        if until > self.cursor:
            with_state = self.wants_state and until > self.version
            shown = moves.between(
                self.cursor, until, self.viewer, self.stream.format, with_state=with_state
            )
            self.stream.push(shown)
            self.cursor = until

"""Read a game's log forward in pages, with the changes of seats and the end that readers need."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from games.engine.cards import Seat
from games.engine.events import Closed, GameOver, Ruled, SeatRestored, SeriesOver, Started
from games.log import head_reader, reader
from games.log.heads import GameHead
from games.log.models import Game, GameStatus
from games.log.models import Seat as SeatRow
from games.log.reader import LoggedMove

PAGE = 200
MOST_IN_LOOP = 10
"""Moves that are read in the event loop at once; each of their rows repeats the position."""
Fetch = Callable[[str, Sequence[Any]], Awaitable[Sequence[Sequence[Any]]]]
End = Literal["game_over", "game_closed"]
_ENDED = (GameOver, SeriesOver, Closed, Ruled)
"""Events of which one is in the last moves of a game that is over: rulings can follow its end."""
_ENDS: dict[str, End] = {GameStatus.OVER: "game_over", GameStatus.CLOSED: "game_closed"}


class Page(NamedTuple):
    """The next moves, oldest first."""

    moves: tuple[LoggedMove, ...]
    seats: Mapping[int, Seat] | None
    """Seats by account id; None if they have not changed."""
    has_started: bool
    """Whether the game started with one of these moves."""
    end: "End | None"
    """How the game ended, if these were its last moves."""
    head: GameHead | None = None
    """The head after the last of these moves, for no account; None if unwanted, or if more moves
    follow.
    """


class Pager:
    """A cursor in a game's log. Used by one reader at a time, in any thread."""

    def __init__(self, game_id: int, *, after: int, is_lobby: bool) -> None:
        self.game_id, self.after = game_id, after
        self._is_lobby = is_lobby
        self._may_have_ended = False

    def read(self, *, with_head: bool = False) -> Page:
        """Return the next page; its moves are empty if nothing is new.

        Reads the head, if wanted, then moves up to it, then seats. Cards are dealt in or after the
        move that makes seat numbers final, so a player is never shown a hand by the number that
        their seat had in the lobby.
        """
        head = head_reader.load(self.game_id) if with_head else None
        until = None if head is None else head.version
        moves = tuple(reader.read(self.game_id, after=self.after, until=until, limit=PAGE))
        after = moves[-1].number if moves else self.after
        if not moves or after != until:
            head = None
        events = [event for move in moves for event in move.events]
        # A restored seat may be another account's: its former player must not see the hand.
        is_moved = any(isinstance(event, SeatRestored) for event in events)
        seats = self._seats() if self._is_lobby or is_moved else None
        may_have_ended = self._may_have_ended or any(isinstance(event, _ENDED) for event in events)
        status = self._status(after) if may_have_ended else None
        # Only now, since a page is read again if the database was lost meanwhile.
        self.after, self._may_have_ended = after, may_have_ended and status is None
        self._is_lobby &= not any(isinstance(event, Started | Closed) for event in events)
        has_started = any(isinstance(event, Started) for event in events)
        return Page(moves, seats, has_started, _ENDS.get(status or ""), head)

    async def read_in_loop(self, fetch: Fetch, *, with_head: bool = False) -> Page | None:
        """Return the next page as :meth:`read` does, in one statement.

        None if that takes more: nothing is new, the game is a lobby, archived, over or ruled on,
        has too many new moves, or a seat has another player.
        """
        if self._is_lobby or self._may_have_ended:
            return None
        head = None
        if with_head:
            values = [None, self.after, self.game_id, MOST_IN_LOOP + 1]
            found = head_reader.head_and_moves(
                self.game_id, await fetch(head_reader.HEAD_AND_MOVES, values)
            )
            if found is None:
                return None
            head, moves = found
        else:
            values = [self.game_id, self.after, reader.NO_END, MOST_IN_LOOP + 1]
            moves = tuple(reader.move_of_row(*row) for row in await fetch(reader.READ, values))
        if not 0 < len(moves) <= MOST_IN_LOOP or any(
            isinstance(event, (*_ENDED, SeatRestored)) for move in moves for event in move.events
        ):
            return None
        self.after = moves[-1].number
        return Page(moves, None, has_started=False, end=None, head=head)

    def _seats(self) -> dict[int, Seat]:
        rows = SeatRow.objects.filter(game_id=self.game_id, account__isnull=False)
        return dict(rows.values_list("account_id", "number"))

    def _status(self, after: int) -> str | None:
        """Return the status of the game; None if it has moves after this one."""
        game = Game.objects.filter(pk=self.game_id, position__version=after)
        status: str | None = game.values_list("status", flat=True).first()
        return status

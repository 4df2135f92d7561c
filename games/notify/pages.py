"""Read a game's log forward in pages, with the changes of seats and the end that readers need."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from games.engine.cards import Seat
from games.engine.events import Closed, GameOver, SeriesOver, Started
from games.log import heads, reader
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.models import Game, GameStatus
from games.models import Seat as SeatRow

PAGE = 200
End = Literal["game_over", "game_closed"]
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
        head = heads.load(self.game_id) if with_head else None
        until = None if head is None else head.version
        moves = tuple(reader.read(self.game_id, after=self.after, until=until, limit=PAGE))
        if moves:
            self.after = moves[-1].number
        if not moves or self.after != until:
            head = None
        seats = self._seats() if self._is_lobby else None
        has_started = False
        for move in moves:
            for event in move.events:
                has_started |= isinstance(event, Started)
                self._is_lobby &= not isinstance(event, Started | Closed)
                self._may_have_ended |= isinstance(event, GameOver | SeriesOver | Closed)
        end = self._end() if len(moves) < PAGE else None
        return Page(moves, seats, has_started, end, head)

    def _seats(self) -> dict[int, Seat]:
        rows = SeatRow.objects.filter(game_id=self.game_id, account__isnull=False)
        return dict(rows.values_list("account_id", "number"))

    def _end(self) -> End | None:
        if not self._may_have_ended:
            return None
        # The last move of a series may have been committed since the moves were read.
        game = Game.objects.filter(pk=self.game_id, position__version=self.after)
        return _ENDS.get(game.values_list("status", flat=True).first() or "")

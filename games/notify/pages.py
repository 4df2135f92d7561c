"""Reading on in a game's log, a page at a time, with what readers of moves must know besides."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from games.engine.cards import Seat
from games.engine.events import Closed, GameOver, SeriesOver, Started
from games.log import reader
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
    """Who sits where, by account; None if that is as before."""
    has_started: bool
    """Whether the game started with one of these moves."""
    end: "End | None"
    """How the game ended, if it has and these were its last moves."""


class Pager:
    """A place in a game's log. It is moved on by one reader at a time, in whatever thread."""

    def __init__(self, game_id: int, *, after: int, is_lobby: bool) -> None:
        self.game_id, self.after = game_id, after
        self._is_lobby = is_lobby
        self._may_have_ended = False

    def read(self) -> Page:
        """Return the moves that are new; none if there are none.

        The moves are read before the seats: cards are dealt in the move that makes seats final or later, so
        that nobody is shown a hand by the number that his seat had in the lobby.
        """
        moves = tuple(reader.read(self.game_id, after=self.after, limit=PAGE))
        if moves:
            self.after = moves[-1].number
        seats = self._seats() if self._is_lobby else None
        has_started = False
        for move in moves:
            for event in move.events:
                has_started |= isinstance(event, Started)
                self._is_lobby &= not isinstance(event, Started | Closed)
                self._may_have_ended |= isinstance(event, GameOver | SeriesOver | Closed)
        return Page(moves, seats, has_started, end=self._end() if len(moves) < PAGE else None)

    def _seats(self) -> dict[int, Seat]:
        rows = SeatRow.objects.filter(game_id=self.game_id, account__isnull=False)
        return dict(rows.values_list("account_id", "number"))

    def _end(self) -> End | None:
        if not self._may_have_ended:
            return None
        status = Game.objects.values_list("status", flat=True).get(pk=self.game_id)
        return _ENDS.get(status)

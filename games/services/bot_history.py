"""What a seat has seen happen since the last deal, as a bot on it remembers the game.

The log is read once; afterwards only moves that are new.
"""

from collections import OrderedDict

from games.engine import view
from games.engine.cards import Seat
from games.engine.events import Dealt, Event
from games.engine.view import Json
from games.log import reader
from games.log.reader import GameHead, LoggedMove

MOST_KEPT = 32
"""Witnesses of a process: each holds up to a megabyte, what every bot of its game has seen since the last deal."""


class BotHistory:
    """Follows one game for the bots that sit in it. ``created`` is kept through every deal, for its rules."""

    def __init__(self, game_id: int) -> None:
        self._game_id = game_id
        self._version = 0
        self._created: tuple[Event, ...] = ()
        self._events: list[Event] = []
        self._seen: dict[Seat, list[Json]] = {}

    def history(self, head: GameHead, seat: Seat) -> list[Json]:
        """Return what the seat has seen, oldest first: ``created``, and everything since the last ``dealt``."""
        if self._version < head.version:
            self._catch_up(head.version)
        seen = self._seen.setdefault(seat, [])
        for event in self._events[len(seen) :]:
            seen.append(view.event_view(event, seat, head.state.rules))
        return seen

    def _catch_up(self, version: int) -> None:
        if not self._version:
            [first] = reader.read(self._game_id, until=1)
            self._created = first.events
            self._begin_anew()
            self._version = (reader.last_deal(self._game_id) or 2) - 1
        for move in reader.read(self._game_id, after=self._version, until=version):
            self._take(move)

    def _take(self, move: LoggedMove) -> None:
        self._version = move.number
        for event in move.events:
            if isinstance(event, Dealt):
                self._begin_anew()
            self._events.append(event)

    def _begin_anew(self) -> None:
        self._events = [*self._created]
        self._seen.clear()


class Witnesses:
    """The witnesses of the games that one process goes on with; the log of one that was forgotten is read again."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[int, BotHistory] = OrderedDict()

    def of_game(self, game_id: int) -> BotHistory:
        """Return the witness of a game."""
        witness = self._kept.pop(game_id, None) or BotHistory(game_id)
        self._kept[game_id] = witness
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return witness

    def forget(self, game_id: int) -> None:
        """Keep the witness of a game no longer."""
        self._kept.pop(game_id, None)

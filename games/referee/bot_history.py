"""Build the history that a bot's seat has seen since the last deal.

The log is read once; later reads fetch only new moves.
"""

from collections import OrderedDict

from games.engine import view
from games.engine.cards import Seat
from games.engine.events import Dealt, Event
from games.engine.view import Json
from games.log import reader
from games.log.heads import GameHead
from games.log.reader import LoggedMove

MOST_KEPT = 32
"""Histories that a process keeps: each holds up to a megabyte, for all bots of its game."""


class BotHistory:
    """The events of one game as each of its bots has seen them.

    Keeps ``created``, which has the rules.
    """

    def __init__(self, game_id: int) -> None:
        self._game_id = game_id
        self._version = 0
        self._created: tuple[Event, ...] = ()
        self._events: list[Event] = []
        self._seen: dict[Seat, list[Json]] = {}

    def history(self, head: GameHead, seat: Seat) -> list[Json]:
        """Return the events that the seat has seen, oldest first: ``created``, and all since the
        last ``dealt``.
        """
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
            self._restart()
            self._version = (reader.last_deal(self._game_id) or 2) - 1
        for move in reader.read(self._game_id, after=self._version, until=version):
            self._append(move)

    def _append(self, move: LoggedMove) -> None:
        self._version = move.number
        for event in move.events:
            if isinstance(event, Dealt):
                self._restart()
            self._events.append(event)

    def _restart(self) -> None:
        self._events = [*self._created]
        self._seen.clear()


class BotHistories:
    """A cache of the histories of the games in which one process moves bots, by last use."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[int, BotHistory] = OrderedDict()

    def of_game(self, game_id: int) -> BotHistory:
        """Return the history of a game."""
        history = self._kept.pop(game_id, None) or BotHistory(game_id)
        self._kept[game_id] = history
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return history

    def forget(self, game_id: int) -> None:
        """Drop the history of a game."""
        self._kept.pop(game_id, None)

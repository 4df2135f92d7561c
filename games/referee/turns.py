"""The turns of bots: the history that a bot's seat has seen, and which overdue game is next.

Addresses take turns, then accounts, then games. A player with many games against bots waits longer
for each, and does not delay other players. A log is read once; later reads fetch only new moves.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import NamedTuple

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
        history = self._kept.pop(game_id, None) or BotHistory(game_id)
        self._kept[game_id] = history
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return history

    def forget(self, game_id: int) -> None:
        self._kept.pop(game_id, None)


MOST_KNOWN = 20_000
"""Addresses, accounts and games to remember.

Beyond that all are forgotten, and the turns restart.
"""


class Origin(NamedTuple):
    """An account that plays in a game, and a digest of the address from which it plays."""

    account_id: int
    address: bytes | None = None


Origins = Callable[[Collection[int]], Mapping[int, Origin]]
"""Returns the origins of some games; games without a player are missing."""


class Turns:
    """Remembers when each address, account and game had its last turn. Used by one thread."""

    def __init__(self, origins: Origins) -> None:
        self._find_origins = origins
        self._names: dict[int, tuple[Hashable, Hashable, int]] = {}
        self._last: dict[Hashable, int] = {}
        self._count = 0

    def load_origins(self, game_ids: Collection[int]) -> None:
        """Look up the origins of these games.

        An origin without an address is looked up again next time.
        """
        if len(self._names) > MOST_KNOWN:
            self._names.clear()
        new = [game_id for game_id in game_ids if not _has_address(self._names.get(game_id))]
        origins = self._find_origins(new) if new else {}
        for game_id in new:
            origin = origins.get(game_id)
            account = ("account", origin.account_id) if origin else ("game", game_id)
            address = origin.address if origin and origin.address else account
            self._names[game_id] = (address, account, game_id)

    def next_game(self, game_ids: Collection[int]) -> int:
        """Return the game whose turn it is.

        ``game_ids`` is not empty, and all origins were loaded.
        """
        chosen = min(game_ids, key=self._last_turns)
        if len(self._last) > MOST_KNOWN:
            self._last.clear()
        self._count += 1
        for name in self._names[chosen]:
            self._last[name] = self._count
        return chosen

    def _last_turns(self, game_id: int) -> list[int]:
        return [self._last.get(name, 0) for name in self._names[game_id]]


def _has_address(names: tuple[Hashable, ...] | None) -> bool:
    return names is not None and isinstance(names[0], bytes)

"""Choose which overdue game is next: addresses take turns, then accounts, then games.

A player with many games against bots waits longer for each, and does not delay other players.
"""

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import NamedTuple

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

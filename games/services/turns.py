"""The order in which games that are due are gone on with: addresses take turns, then accounts, then games.

Players with many games against bots wait longer for each of them, and others wait no longer for theirs.
"""

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import NamedTuple

MOST_KNOWN = 20_000
"""Addresses, accounts and games that are remembered; past that all are forgotten, and the turns begin again."""


class Origin(NamedTuple):
    """For whom a game is gone on with: an account that plays in it, and a digest of the address it plays from."""

    account_id: int
    address: bytes | None = None


Origins = Callable[[Collection[int]], Mapping[int, Origin]]
"""Returns the origins of some games; those without a player are missing."""


class Turns:
    """Remembers which address, account and game had a turn when. Used by one thread."""

    def __init__(self, origins: Origins) -> None:
        self._find_origins = origins
        self._names: dict[int, tuple[Hashable, Hashable, int]] = {}
        self._last: dict[Hashable, int] = {}
        self._count = 0

    def learn(self, game_ids: Collection[int]) -> None:
        """Find out for whom these games are played. An address that is not noted yet may be the next time."""
        if len(self._names) > MOST_KNOWN:
            self._names.clear()
        new = [game_id for game_id in game_ids if not _has_address(self._names.get(game_id))]
        found = self._find_origins(new) if new else {}
        for game_id in new:
            origin = found.get(game_id)
            account = ("account", origin.account_id) if origin else ("game", game_id)
            address = origin.address if origin and origin.address else account
            self._names[game_id] = (address, account, game_id)

    def take(self, game_ids: Collection[int]) -> int:
        """Return the game whose turn it is, of some that were learned of and are at least one."""
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

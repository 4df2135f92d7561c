"""Who waits for which games in this process. Lives in its event loop, and hears of moves while anybody waits."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing
from typing import Protocol

from django.db import connection

from games.log import reader
from games.notify import postgresql, sqlite
from games.notify.database_threads import UNAVAILABLE, in_thread
from games.notify.notices import MoveNotice

PAUSE = 1.0  # seconds, after a failure that nobody foresaw

Hearing = Callable[[], AsyncGenerator[MoveNotice | None, None]]

logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """Somebody who waits for one game."""

    def moved(self, version: int) -> None:
        """Hear that the game has reached a version, now or a while ago."""


class Listener(Protocol):
    """Somebody who waits for games that he may not know of yet."""

    def heard(self, notice: MoveNotice | None) -> None:
        """Hear of a game that moved; of None when notices may have been missed."""


class Hub:
    """Passes every notice on to those whom it concerns."""

    def __init__(self, hearing: Hearing | None = None) -> None:
        is_postgresql = connection.vendor == "postgresql"
        self._hearing = hearing or (postgresql.notices if is_postgresql else sqlite.notices)
        self._watchers: dict[int, set[Watcher]] = {}
        self._listeners: set[Listener] = set()
        self._task: asyncio.Task[None] | None = None

    def watch(self, game_id: int, watcher: Watcher) -> None:
        """Tell a watcher of a game's moves from now on; what came before, ``look`` tells."""
        self._watchers.setdefault(game_id, set()).add(watcher)
        self._hear_if_needed()

    def unwatch(self, game_id: int, watcher: Watcher) -> None:
        """Tell the watcher no more."""
        watchers = self._watchers.get(game_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(game_id, None)
        self._hear_if_needed()

    def listen(self, listener: Listener) -> None:
        """Tell a listener of every game that moves from now on."""
        self._listeners.add(listener)
        self._hear_if_needed()

    def unlisten(self, listener: Listener) -> None:
        """Tell the listener no more."""
        self._listeners.discard(listener)
        self._hear_if_needed()

    async def look(self, game_ids: Collection[int]) -> None:
        """Tell the watchers of these games which version the database has: a notice may be lost, a move may not."""
        try:
            versions = await in_thread(reader.versions, game_ids)
        except UNAVAILABLE as error:
            logger.warning("Cannot look for moves: %s", error)
            return
        for game_id, version in versions.items():
            self._tell(MoveNotice(game_id, version))

    def _tell(self, notice: MoveNotice) -> None:
        for watcher in tuple(self._watchers.get(notice.game_id, ())):
            watcher.moved(notice.version)

    def _hear_if_needed(self) -> None:
        is_needed = bool(self._watchers or self._listeners)
        if is_needed and self._task is None:
            self._task = asyncio.create_task(self._hear())
        elif not is_needed and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _hear(self) -> None:
        while True:
            try:
                async with aclosing(self._hearing()) as notices:
                    async for notice in notices:
                        await self._pass_on(notice)
            except Exception:
                logger.exception("Stopped hearing of moves, and begin anew.")
            await asyncio.sleep(PAUSE)

    async def _pass_on(self, notice: MoveNotice | None) -> None:
        for listener in tuple(self._listeners):
            listener.heard(notice)
        if notice is None:
            await self.look(tuple(self._watchers))
        else:
            self._tell(notice)

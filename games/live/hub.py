"""Registry of readers that wait for games in this process.

It passes each notification of a move to them.

Lives in the event loop. Listens for notifications while there are readers, and a little longer.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing
from typing import Protocol

from games.log import heads
from games.log.heads import ClockReading
from games.log.notify import sources
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.emotes import EmoteNotification
from games.log.notify.notifications import NO_MOVE, MoveNotification

PAUSE = 1.0  # seconds, after an unexpected failure
# To begin is dear, as SQLite reads its schema: streams that come and go share a listener.
LINGER_SECONDS = 30.0

NotificationSource = Callable[[], AsyncGenerator[MoveNotification | EmoteNotification | None, None]]

logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """A reader that waits for one game."""

    def moved(self, version: int) -> None:
        """Handle that the game has reached a version, now or earlier."""

    def clock_read(self, reading: ClockReading) -> None:
        """Handle how the game stands; its clock may have changed without a move."""

    def emoted(self, notification: EmoteNotification) -> None:
        """Handle an emote of a player."""


class Listener(Protocol):
    """A reader that waits for games that it may not know yet."""

    def heard(self, notification: MoveNotification | None) -> None:
        """Handle a game that moved, or None when notifications may have been missed."""


class Hub:
    """Pass every notification to the watchers of its game and to all listeners."""

    def __init__(self, source: NotificationSource | None = None) -> None:
        self.loop_reader = sources.loop_reader()
        """Reads in the event loop, if the database allows that."""
        self._source = source or sources.notifications
        self._watchers: dict[int, set[Watcher]] = {}
        self._listeners: set[Listener] = set()
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.TimerHandle | None = None

    def watch(self, game_id: int, watcher: Watcher) -> None:
        """Notify a watcher of a game's moves from now on; call ``look`` for earlier ones."""
        self._watchers.setdefault(game_id, set()).add(watcher)
        self._listen_if_needed()

    def unwatch(self, game_id: int, watcher: Watcher) -> None:
        """Stop notifying the watcher."""
        watchers = self._watchers.get(game_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(game_id, None)
        self._listen_if_needed()

    def listen(self, listener: Listener) -> None:
        """Notify a listener of every game that moves from now on."""
        self._listeners.add(listener)
        self._listen_if_needed()

    def unlisten(self, listener: Listener) -> None:
        """Stop notifying the listener."""
        self._listeners.discard(listener)
        self._listen_if_needed()

    async def look(self, game_ids: Collection[int]) -> None:
        """Notify the watchers of these games of the version and the clock in the database.

        Notifications may be lost, moves may not.
        """
        try:
            readings = await in_thread(heads.clocks, game_ids)
        except UNAVAILABLE as error:
            logger.warning("Cannot look for moves: %s", error)
            return
        for game_id, reading in readings.items():
            self._notify(MoveNotification(game_id, reading.version))
            for watcher in tuple(self._watchers.get(game_id, ())):
                watcher.clock_read(reading)

    def _notify(self, notification: MoveNotification) -> None:
        for watcher in tuple(self._watchers.get(notification.game_id, ())):
            watcher.moved(notification.version)

    def _listen_if_needed(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if not (self._watchers or self._listeners):
            self._ending = asyncio.get_running_loop().call_later(LINGER_SECONDS, self._end)
        elif self._task is None:
            self._task = asyncio.create_task(self._listen())

    def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _listen(self) -> None:
        while True:
            try:
                async with aclosing(self._source()) as notifications:
                    async for notification in notifications:
                        await self._dispatch(notification)
            except Exception:
                logger.exception("Listening for moves failed; starting again.")
            await asyncio.sleep(PAUSE)

    async def _dispatch(self, notification: MoveNotification | EmoteNotification | None) -> None:
        if isinstance(notification, EmoteNotification):
            for watcher in tuple(self._watchers.get(notification.game_id, ())):
                watcher.emoted(notification)
            return
        for listener in tuple(self._listeners):
            listener.heard(notification)
        if notification is None:
            await self.look(tuple(self._watchers))
        elif notification.version == NO_MOVE:
            if notification.game_id in self._watchers:
                await self.look([notification.game_id])
        else:
            self._notify(notification)

"""Pass each notification of a move to the readers in this process that wait for it.

Lives in the event loop. Listens for notifications while there are readers, and a little longer.
Readers that are sent old moves take turns, so that long games that are read again and again do not
delay the moves of others.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing
from functools import partial
from typing import Protocol
from weakref import WeakValueDictionary

from games.log import head_reader
from games.log.head_reader import ClockReading
from games.log.notify import sources
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.notifications import NO_MOVE, EmoteNotification, MoveNotification
from games.log.notify.pages import PAGE, Page, Pager

MOVES_A_SECOND = 5_000
"""Old moves that an address is sent, for a fifth of the processor time of one core."""
MOST_A_SECOND = 10_000
"""Old moves that all addresses are sent together."""
FEW = 20
"""Who missed no more moves than that takes no turn: a page of them costs what a request does."""


class CatchingUp:
    """Lets the readers at an address read one page at a time, with a pause in proportion to its
    moves. Addresses also take turns.

    Lives in one event loop.
    """

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._turn_of_all = asyncio.Lock()

    async def read(self, address: str, pager: Pager, *, until: int, with_head: bool) -> Page:
        """Return the next page of the moves up to ``until``, when it is the address's turn. The
        pause after it delays only the next page.

        :raises UNAVAILABLE: if the database cannot be read.
        """
        if until - pager.after <= FEW:
            return await in_thread(pager.read, with_head=with_head)
        turn = self._turns.setdefault(address, asyncio.Lock())
        await turn.acquire()
        try:
            await self._turn_of_all.acquire()
        except asyncio.CancelledError:
            turn.release()
            raise
        # A task of its own, since a thread reads on for a reader who leaves.
        reading = asyncio.create_task(in_thread(pager.read, with_head=with_head))
        reading.add_done_callback(partial(self._rest, turn))
        return await asyncio.shield(reading)

    def _rest(self, turn: asyncio.Lock, reading: asyncio.Task[Page]) -> None:
        has_failed = reading.cancelled() or reading.exception() is not None
        moves = PAGE if has_failed else len(reading.result().moves)
        loop = asyncio.get_running_loop()
        loop.call_later(moves / MOVES_A_SECOND, turn.release)
        loop.call_later(moves / MOST_A_SECOND, self._turn_of_all.release)


PAUSE = 1.0  # seconds, after an unexpected failure
# To begin is dear, as SQLite reads its schema: streams that come and go share a listener.
LINGER_SECONDS = 30.0

NotificationSource = Callable[[], AsyncGenerator[MoveNotification | EmoteNotification | None, None]]

logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """A reader that waits for one game."""

    def moved(self, version: int) -> None:
        """Handle the game reaching a version, now or earlier."""

    def clock_read(self, reading: ClockReading) -> None:
        """Handle the game's current clock, which may have changed without a move."""

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
        """Notify a watcher of a game's moves from now on; call ``check_moves`` for earlier ones."""
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

    async def check_moves(self, game_ids: Collection[int]) -> None:
        """Notify the watchers of these games of the version and the clock in the database.

        Notifications may be lost, moves may not.
        """
        try:
            readings = await in_thread(head_reader.clocks, game_ids)
        except UNAVAILABLE as error:
            logger.warning("Cannot check for moves: %s", error)
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
            await self.check_moves(tuple(self._watchers))
        elif notification.version == NO_MOVE:
            if notification.game_id in self._watchers:
                await self.check_moves([notification.game_id])
        else:
            self._notify(notification)

"""Sources of notifications in this process: SQLite's file, PostgreSQL, or Redis."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from threading import Event, Thread
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection

from games.log.notify import postgresql, redis_channels, sqlite
from games.log.notify.notifications import (
    BOT_CHANNEL,
    CHANNEL,
    EMOTE_CHANNEL,
    EVERY_GAME,
    EmoteNotification,
    MoveNotification,
    emote_from_text,
    from_text,
)
from games.log.notify.reconnecting import Message

if TYPE_CHECKING:
    from games.log.notify.database_threads import LoopReader


def notifications() -> AsyncGenerator[MoveNotification | EmoteNotification | None, None]:
    """Return an endless generator of every game that moves and every emote. It yields None at the
    start, and whenever some may have been missed.
    """
    if connection.vendor == "sqlite":
        return sqlite.notifications()
    return _parsed(_messages(CHANNEL, EMOTE_CHANNEL))


def awaited_bots() -> AsyncGenerator[object, None]:
    """Return a generator that yields whenever a game waits for a bot, or may have begun to."""
    return sqlite.awaited_bots() if connection.vendor == "sqlite" else _messages(BOT_CHANNEL)


def loop_reader() -> "LoopReader | None":
    """Return a reader of the database for one event loop, or None on SQLite."""
    if connection.vendor == "sqlite":
        return None
    from games.log.notify.database_threads import LoopReader  # imports psycopg

    return LoopReader()


def _messages(*channels: str) -> AsyncGenerator[Message | None, None]:
    listen = redis_channels.messages if settings.NOTICES_URL else postgresql.messages
    return listen(*channels)


async def _parsed(
    messages: AsyncGenerator[Message | None, None],
) -> AsyncGenerator[MoveNotification | EmoteNotification | None, None]:
    async with aclosing(messages):
        async for message in messages:
            if message is None:
                yield None
            elif message.channel == EMOTE_CHANNEL:
                yield emote_from_text(message.payload)
            else:
                moved = from_text(message.payload)
                yield None if moved.game_id == EVERY_GAME else moved


PAUSE = 1.0  # seconds, after an unexpected failure

logger = logging.getLogger(__name__)


class Wakeup:
    """Sets ``wanted`` in a thread of its own whenever a game may wait for a bot, until closed."""

    def __init__(self, wanted: Event) -> None:
        self._wanted = wanted
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._listen())
        self._thread = Thread(target=self._run, name="alarm", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(asyncio.wait([self._task]))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()

    async def _listen(self) -> None:
        while True:
            try:
                async with aclosing(awaited_bots()) as signs:
                    async for _ in signs:
                        self._wanted.set()
            except Exception:
                logger.exception("Listening for bots failed; starting again.")
            await asyncio.sleep(PAUSE)

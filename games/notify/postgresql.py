"""Listen for moves on PostgreSQL with one connection per process."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection, Notify, OperationalError

from games.notify import emotes
from games.notify.emotes import EmoteNotification
from games.notify.notifications import BOT_CHANNEL, CHANNEL, MoveNotification, from_text

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0  # seconds

logger = logging.getLogger(__name__)


async def notifications() -> AsyncGenerator[MoveNotification | EmoteNotification | None, None]:
    """Yield every game that moves and every emote, for ever; None whenever some may have been
    missed, at the start too.
    """
    async with aclosing(_notifications(CHANNEL, emotes.CHANNEL)) as notifications:
        async for found in notifications:
            if found is None:
                yield None
            elif found.channel == emotes.CHANNEL:
                yield emotes.from_text(found.payload)
            else:
                yield from_text(found.payload)


async def awaited_bots() -> AsyncGenerator[None, None]:
    """Yield whenever a game waits for a bot, or may have begun to, for ever."""
    async with aclosing(_notifications(BOT_CHANNEL)) as notifications:
        async for _ in notifications:
            yield


async def _notifications(*channels: str) -> AsyncGenerator[Notify | None, None]:
    pause = FIRST_PAUSE
    while True:
        try:
            async with await _connect() as listener:
                for channel in channels:
                    await listener.execute(f"LISTEN {channel}".encode())
                pause = FIRST_PAUSE
                yield None
                async for notify in listener.notifies():
                    yield notify
        except OperationalError as error:
            logger.warning(
                "Cannot listen for moves; retrying in %.1f s: %s", pause, str(error).strip()
            )
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _connect() -> AsyncConnection:
    """Connect as Django does, or directly to the server if Django uses a pooler."""
    if settings.DATABASE_LISTEN_URL:
        parameters: dict[str, Any] = settings.DATABASE_GIVEN_UP
    else:
        parameters = connection.get_connection_params()
        for name in (
            "context",
            "cursor_factory",
            "prepare_threshold",
        ):  # options of Django's own cursors
            parameters.pop(name, None)
    return await AsyncConnection.connect(
        settings.DATABASE_LISTEN_URL, autocommit=True, **parameters
    )

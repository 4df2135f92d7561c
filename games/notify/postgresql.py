"""Listen for moves on PostgreSQL with one connection per process."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Any

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection, OperationalError

from games.notify.notices import CHANNEL, MoveNotice, from_text

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0  # seconds

logger = logging.getLogger(__name__)


async def notices() -> AsyncGenerator[MoveNotice | None, None]:
    """Yield a notice for every game that moves; None whenever some may have been missed, also at the start."""
    pause = FIRST_PAUSE
    while True:
        try:
            async with await _connect() as listener:
                await listener.execute(f"LISTEN {CHANNEL}")
                pause = FIRST_PAUSE
                yield None
                async for notify in listener.notifies():
                    yield from_text(notify.payload)
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

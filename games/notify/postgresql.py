"""Receive messages through PostgreSQL's NOTIFY, with one connection per process."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection, OperationalError

from games.notify.reconnecting import Message, reconnecting


async def messages(*channels: str) -> AsyncGenerator[Message | None, None]:
    """Yield each message of these channels, for ever; None whenever some may have been missed, at
    the start too.
    """
    async with aclosing(reconnecting(partial(_listen, *channels), OperationalError)) as received:
        async for message in received:
            yield message


async def _listen(*channels: str) -> AsyncGenerator[Message | None, None]:
    async with await _connect() as listener:
        for channel in channels:
            await listener.execute(f"LISTEN {channel}".encode())
        yield None
        async for notify in listener.notifies():
            yield Message(notify.channel, notify.payload)


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

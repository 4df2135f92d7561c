"""Send and receive messages through Redis or Valkey, where `NOTICES_URL` names one.

A channel of Redis belongs to all its databases, so its name has the number of the database. The
client is imported when it is needed: it takes 5 MB of memory, and few servers use it.
"""

import logging
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache, partial

from django.conf import settings

from games.log.notify.reconnecting import (
    FAILED_NOTIFICATIONS,
    REST_SECONDS,
    Message,
    reason,
    reconnecting,
)

SEND_SECONDS = 0.25
"""The longest that a request waits for Redis to connect, and to answer."""
SILENCE_SECONDS = 10.0
"""The silence after which a listener asks whether its connection still works."""

logger = logging.getLogger(__name__)


def send(*messages: Message) -> None:
    """Send messages to every process, or log and count that they were not sent."""
    _sender(settings.NOTICES_URL).send(messages)


async def messages(*channels: str) -> AsyncGenerator[Message | None, None]:
    """Yield each message of these channels; None whenever some may be missed, at the start too."""
    from redis import RedisError

    async with aclosing(reconnecting(partial(_listen, *channels), RedisError)) as received:
        async for message in received:
            yield message


class _Sender:
    """The connections of this process to one Redis, shared by its threads."""

    def __init__(self, url: str) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._failures = redis.RedisError
        self._redis = redis.Redis.from_url(
            url,
            socket_connect_timeout=SEND_SECONDS,
            socket_timeout=SEND_SECONDS,
            retry=Retry(NoBackoff(), 1),  # a kept connection can have been closed meanwhile
        )
        self._prefix = _prefix(self._redis.connection_pool.connection_kwargs)
        self._rests_until = 0.0

    def send(self, messages: tuple[Message, ...]) -> None:
        if time.monotonic() < self._rests_until:
            FAILED_NOTIFICATIONS.inc(len(messages))
            return
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for channel, payload in messages:
                    pipeline.publish(self._prefix + channel, payload)
                pipeline.execute()
        except self._failures as error:
            self._rests_until = time.monotonic() + REST_SECONDS
            FAILED_NOTIFICATIONS.inc(len(messages))
            logger.warning(
                "Cannot send notifications; retrying in %.1f s: %s", REST_SECONDS, reason(error)
            )


_sender = cache(_Sender)


async def _listen(*channels: str) -> AsyncGenerator[Message | None, None]:
    from redis import TimeoutError as RedisTimeoutError
    from redis import asyncio as redis_asyncio
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    client = redis_asyncio.Redis.from_url(
        settings.NOTICES_URL,
        decode_responses=True,
        socket_connect_timeout=SILENCE_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
    prefix = _prefix(client.connection_pool.connection_kwargs)
    async with client, client.pubsub() as subscription:
        await subscription.subscribe(*(prefix + channel for channel in channels))
        is_asked = False
        while True:
            received = await subscription.get_message(timeout=SILENCE_SECONDS)
            if received is None and is_asked:
                raise RedisTimeoutError("Redis does not answer.")
            if received is None:
                await subscription.ping()
            elif received["type"] == "subscribe" and received["data"] == len(channels):
                yield None
            elif received["type"] == "message":
                yield Message(received["channel"].removeprefix(prefix), received["data"])
            is_asked = received is None


def _prefix(connection: dict[str, object]) -> str:
    return f"gofish:{connection.get('db', 0)}:"

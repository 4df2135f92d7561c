"""Handle lost connections: senders rest, listeners connect again with growing pauses."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import NamedTuple

from prometheus_client import Counter

REST_SECONDS = 1.0
"""How long nothing is sent after a failure, so that few requests wait for a lost server."""
FAILED_NOTIFICATIONS = Counter(
    "gofish_failed_notifications",
    "Notifications of moves and emotes that could not be sent.",
)
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0  # seconds

logger = logging.getLogger(__name__)


class Message(NamedTuple):
    """What was sent on a channel."""

    channel: str
    payload: str


async def reconnecting(
    listen: Callable[[], AsyncGenerator[Message | None, None]], lost: type[Exception]
) -> AsyncGenerator[Message | None, None]:
    """Yield what one connection after the other yields, forever.

    ``listen`` connects and yields None once it receives all messages from then on. It raises
    ``lost`` when it cannot connect, or its connection breaks.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            async with aclosing(listen()) as messages:
                async for message in messages:
                    if message is None:
                        pause = FIRST_PAUSE
                    yield message
        except lost as error:
            logger.warning("Cannot listen for moves; retrying in %.1f s: %s", pause, reason(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def reason(error: Exception) -> str:
    """Return the text of an error for the log, without the arguments that a Redis quotes of a
    command that it does not know: an old one quotes the password.
    """
    return str(error).partition(", with args")[0].strip()

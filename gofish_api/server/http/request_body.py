"""Read the bodies of requests, within limits on their size, on their time, and on the bytes of
all.
"""

import asyncio
from collections.abc import Callable

from api_kit.problems import Problem
from games.api.feeds.exchange import Receive
from gofish_api.server.limits.early_problems import TOO_LARGE, TOO_SLOW, UNAVAILABLE
from gofish_api.server.limits.held_bytes import ByteLimits, Holder

BODY_SECONDS = 10.0
# Bytes of a too large body that are read and dropped: a client that sends the whole body before it
# reads would otherwise get a broken connection instead of the refusal.
DROPPED_BYTES = 8 * 1024 * 1024

BODY_BYTES = ByteLimits(total=64 * 1024 * 1024, of_one=16 * 1024 * 1024)
"""Bodies that are being received or wait for their turn: at one address four of the longest."""
FREE_BYTES = 4 * 1024
"""A body up to this size does not count: no flood of large bodies refuses a move."""

TOO_MANY_BYTES = "Too many large bodies are being sent. Nothing was changed. Try again later."


class BodyRefused(Exception):
    """The body is too large, too slow or not wanted, or gives way; the connection closes after the
    answer.
    """

    def __init__(self, problem: Problem, detail: str | None = None) -> None:
        super().__init__(problem.code)
        self.problem, self.detail = problem, detail


class Disconnected(Exception):
    """The client disconnected before the answer."""


async def read(
    receive: Receive,
    holder: Holder,
    *,
    address: Callable[[], str],
    max_bytes: int,
    seconds: float,
) -> bytes:
    """Read the whole body; ``holder`` counts its bytes for ``address`` until it is closed.

    :raises Disconnected: the client disconnected.
    :raises BodyRefused: the body is too large or too slow, too many bytes are held, or the server
        stops.
    """
    body, length, more = bytearray(), 0, True
    refused: BodyRefused | None = None
    try:
        async with asyncio.timeout(seconds):
            while more and length <= DROPPED_BYTES:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Disconnected
                chunk, more = message.get("body", b""), message.get("more_body", False)
                length += len(chunk)
                if length > max_bytes:
                    refused = BodyRefused(TOO_LARGE)
                elif refused is None and not _fits(length, holder, address):
                    refused = BodyRefused(UNAVAILABLE, TOO_MANY_BYTES)
                if refused is not None:
                    body.clear()
                    holder.close()
                else:
                    body += chunk
    except TimeoutError:
        raise BodyRefused(TOO_SLOW) from None
    except asyncio.CancelledError:  # it gave way to others, or the server stops
        detail = TOO_MANY_BYTES if holder.has_ended else None
        raise BodyRefused(UNAVAILABLE, detail) from None
    if refused is not None:
        raise refused
    holder.keep()
    return bytes(body)


def _fits(length: int, holder: Holder, address: Callable[[], str]) -> bool:
    return length <= FREE_BYTES or holder.grow_to(length, address())

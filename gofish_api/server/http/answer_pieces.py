"""Send answers in pieces, so that the process holds little for clients that read slowly."""

import asyncio
from collections.abc import Callable, MutableMapping
from contextlib import closing
from typing import Any

from games.api.feeds.exchange import Send
from gofish_api.server.limits.held_bytes import ByteLimits, HeldBytes, Holder

PIECE = 64 * 1024
"""Bytes that are sent at once; an answer up to this size does not count."""
ANSWER_BYTES = ByteLimits(total=64 * 1024 * 1024, of_one=16 * 1024 * 1024)
"""Answers that are being sent. One answer of an address may be larger."""


class AnswerCut(Exception):
    """The client reads too slowly and has given way to others; the connection closes."""


class PiecewiseSend:
    """Sends the messages of one request; counts a whole answer until its last piece is accepted.

    The server waits before each piece until the one before it has left the process.
    """

    def __init__(self, send: Send, held: HeldBytes, *, address: Callable[[], str]) -> None:
        self._send, self._held, self._address = send, held, address

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        """Send a message.

        :raises AnswerCut: the client reads too slowly.
        """
        body = message.get("body", b"")
        if len(body) <= PIECE or message.get("more_body"):  # streams limit their own pieces
            await self._send(message)
            return
        with closing(Holder(self._held)) as holder:
            holder.grow_to(len(body), self._address())
            try:
                for start in range(0, len(body), PIECE):
                    end = start + PIECE
                    await self._send(
                        {
                            "type": "http.response.body",
                            "body": body[start:end],
                            "more_body": end < len(body),
                        }
                    )
            except asyncio.CancelledError:
                if holder.has_ended:
                    raise AnswerCut from None
                raise

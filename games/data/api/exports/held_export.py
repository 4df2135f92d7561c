"""Send the rest of an export piece by piece, as fast as its reader takes it.

Django answers each piece, as a slow request of its address.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from api_kit.ndjson import KEEP_ALIVE
from games.data.api.exports import continuation
from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange, WholeResponse

SEND_SECONDS = 60.0
"""Time in which a reader takes a piece. The connection of a slower one is closed."""
KEEP_ALIVE_SECONDS = 15.0


class Left(Exception):
    """The reader has left."""


@dataclass(frozen=True, slots=True)
class HeldExport:
    """A hold: sends the pieces of an export until its end.

    If a piece fails, because the server stops or the token was revoked, the last line says where
    to continue.
    """

    registry: ConnectionRegistry

    async def __call__(self, exchange: Exchange) -> None:
        """Send the rest; end early if the reader leaves or is too slow."""
        leaving = asyncio.ensure_future(exchange.receive())
        assert exchange.answer is not None
        piece = continuation.read(exchange.answer.body)
        start = exchange.answer._replace(body=piece.lines)
        with suppress(TimeoutError, Left):
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await start.send(exchange.send, more=True)
                while piece.next is not None and not self.registry.is_closed:
                    answer = await _next(exchange, piece.next, leaving)
                    if answer.status != 200:
                        break
                    piece = continuation.read(answer.body)
                    await _send(exchange, piece.lines)
                await _send(exchange, continuation.end(piece.next), more=False)
            finally:
                leaving.cancel()


async def _next(exchange: Exchange, cursor: str, leaving: asyncio.Future[Any]) -> WholeResponse:
    """Return the next piece, and send empty lines meanwhile.

    :raises Left: the reader left first.
    """
    answering = asyncio.ensure_future(exchange.ask_again({continuation.AFTER: cursor}))
    while not answering.done():
        await asyncio.wait(
            (answering, leaving), timeout=KEEP_ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if leaving.done():
            answering.cancel()
            raise Left
        if not answering.done():
            await _send(exchange, KEEP_ALIVE)
    return answering.result()


async def _send(exchange: Exchange, body: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(SEND_SECONDS):
        await exchange.send({"type": "http.response.body", "body": body, "more_body": more})

"""Send exports of games piece by piece, as fast as their readers take them.

Django answers each piece in the lane of its cost class, so addresses take turns and memory is
bounded by one piece for each open export. After a piece, an export rests for as long as the piece
took.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from api_kit.ndjson import KEEP_ALIVE, NDJSON
from games.api.exports import continuation
from games.api.feeds.exchange import Receive, Send, WholeResponse

MOST_EXPORTS = 32
"""Open exports in a process."""
MOST_OF_ADDRESS = 4
"""Open exports of an address, which can be a school."""
SEND_SECONDS = 60.0
"""Time in which a reader takes a piece. The connection of a slower one is closed."""
KEEP_ALIVE_SECONDS = 15.0

NextPiece = Callable[[str], Coroutine[Any, Any, WholeResponse]]


class OpenExports:
    """Counts open exports, in total and of each address."""

    def __init__(self, *, most: int = MOST_EXPORTS, of_address: int = MOST_OF_ADDRESS) -> None:
        self._most, self._of_address = most, of_address
        self._open: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Hold a place for an export of an address; yield whether there is one."""
        is_free = self._open.total() < self._most and self._open[address] < self._of_address
        self._open[address] += is_free
        try:
            yield is_free
        finally:
            self._open[address] -= is_free
            if not self._open[address]:
                del self._open[address]


async def send_all(
    first: WholeResponse, next_piece: NextPiece, receive: Receive, send: Send
) -> None:
    """Send an export from its first piece on; end early if the reader leaves or is too slow.

    If a piece fails, because the server stops or the token was revoked, the last line says where
    to continue.
    """
    leaving = asyncio.ensure_future(receive())
    loop = asyncio.get_running_loop()
    with suppress(TimeoutError):
        try:
            piece = continuation.read(first.body)
            start = first._replace(body=piece.lines)
            await asyncio.wait_for(start.send(send, more=True), SEND_SECONDS)
            while (cursor := piece.next) is not None:
                began = loop.time()
                answer = await _wait(asyncio.ensure_future(next_piece(cursor)), leaving, send)
                if answer is None:
                    return
                if answer.status != 200:
                    break
                piece = continuation.read(answer.body)
                await asyncio.wait_for(_send(send, piece.lines), SEND_SECONDS)
                rest = loop.time() - began
                await asyncio.wait((leaving,), timeout=rest if piece.next else 0)
                if leaving.done():
                    return
            await asyncio.wait_for(
                _send(send, continuation.end(piece.next), more=False), SEND_SECONDS
            )
        finally:
            leaving.cancel()


def is_export(answer: WholeResponse) -> bool:
    """Return whether an answer to a request for an export is one, and not a problem."""
    return answer.status == 200 and (b"content-type", NDJSON.encode()) in answer.headers


async def _wait(
    answering: asyncio.Future[WholeResponse], leaving: asyncio.Future[Any], send: Send
) -> WholeResponse | None:
    """Return the next answer, with empty lines meanwhile; None if the reader leaves first."""
    try:
        while not answering.done():
            await asyncio.wait(
                (answering, leaving),
                timeout=KEEP_ALIVE_SECONDS,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if leaving.done():
                return None
            if not answering.done():
                await _send(send, KEEP_ALIVE)
        return answering.result()
    finally:
        if not answering.done():
            answering.cancel()
            await asyncio.wait((answering,))  # a call that has begun finishes


async def _send(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})

"""An open event stream: its send buffer, and its end."""

import asyncio
from datetime import datetime
from typing import NamedTuple, Protocol

from games.live import frames
from games.live.answers import EndReason
from games.live.exchange import Exchange
from games.live.frames import Frame, FrameFormat, FrameWriter
from games.play.visibility import WatchPass

# The limit of a slow reader's send buffer. The server buffers 64 KiB and the last piece in
# addition.
MOST_WAITING = 256 * 1024
PIECE = 64 * 1024  # the least to send at once if that much is buffered


class StreamCredentials(NamedTuple):
    """What must stay valid: the token, the ticket until its expiry, and the watch pass, each if one
    was used; and the address that they were sent from.
    """

    token_id: int | None
    expires_at: datetime | None
    watch_pass: WatchPass | None = None
    address: str = ""


class FrameStream(Protocol):
    """A receiver of the frames of a game: a stream of its own, or its part of a shared one."""

    @property
    def credentials(self) -> StreamCredentials: ...

    @property
    def format(self) -> FrameWriter: ...

    @property
    def has_ended(self) -> bool: ...

    def send(self, frame: Frame) -> None:
        """Send a frame as :meth:`push` does."""

    def push(self, written: bytes) -> None:
        """Send written frames after all earlier ones."""

    def end(self, reason: EndReason) -> None:
        """Send a last frame, and no more."""

    async def sent(self) -> None:
        """Wait until all frames so far are sent."""


class Stream:
    """Sends frames in order. An idle stream is one task that waits for its reader to leave."""

    __slots__ = (
        "_exchange",
        "_holder",
        "_is_cut",
        "_size",
        "_waiting",
        "_writer",
        "credentials",
        "format",
        "has_ended",
    )

    def __init__(
        self,
        exchange: Exchange,
        credentials: StreamCredentials,
        frame_format: FrameFormat = FrameFormat.EVENTS,
    ) -> None:
        self.credentials = credentials
        self.format = frame_format
        self.has_ended = False
        self._exchange = exchange
        self._waiting: list[bytes] = []
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self._holder: asyncio.Task[None] | None = None
        self._is_cut = False

    def send(self, frame: Frame) -> None:
        self.push(self.format.write(frame))

    def push(self, written: bytes) -> None:
        """Send written frames in order; drop a reader whose buffer exceeds ``MOST_WAITING``."""
        if self.has_ended:
            return
        self._waiting.append(written)
        self._size += len(written)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        elif self._size > MOST_WAITING:
            self._cut()

    def end(self, reason: EndReason) -> None:
        """Send the buffer and a last frame, then close."""
        self.send(frames.end(reason))
        self.has_ended = True

    async def sent(self) -> None:
        if self._writer is not None:
            await asyncio.wait([self._writer])

    async def hold(self) -> None:
        """Stay until the reader leaves or the stream has ended."""
        self._holder = asyncio.current_task()
        try:
            while (await self._exchange.receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not self._is_cut:
                raise
        finally:
            self.has_ended = True
            if self._writer is not None:
                self._writer.cancel()

    def _cut(self) -> None:
        """Drop the stream of a reader who does not read.

        The server closes a connection with an incomplete answer.
        """
        self.has_ended = self._is_cut = True
        self._waiting.clear()
        if self._holder is not None:
            self._holder.cancel()

    async def _write(self) -> None:
        while self._waiting:
            piece = self._next_piece()
            await self._exchange.send(
                {"type": "http.response.body", "body": piece, "more_body": True}
            )
            self._size -= len(piece)
        if self.has_ended:
            await self._exchange.send({"type": "http.response.body"})
        self._writer = None

    def _next_piece(self) -> bytes:
        size = count = 0
        while count < len(self._waiting) and size < PIECE:
            size += len(self._waiting[count])
            count += 1
        piece = b"".join(self._waiting[:count])
        del self._waiting[:count]
        return piece

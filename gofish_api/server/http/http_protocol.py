"""The HTTP protocol of `serve`: uvicorn's, with limits on connections, headers and slow readers."""

import asyncio
import re
from collections import Counter
from typing import Any, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""Time from the connection, or from the first byte of a later request, to the end of the headers.
"""
HEAD_BYTES = 16 * 1024
"""Size of the request line and all headers."""
MOST_HEADERS = 100
SEND_SECONDS = 30.0
"""Time in which a client accepts what is being sent: a piece of an answer, at most 64 KiB."""
MOST_CONNECTIONS = 20_000
"""Open connections per process. Each needs about 16 kB of memory, streams need more."""

ABORT = "gofish.abort"
"""Key in the state of a request's scope: a function that drops the connection and what is unsent.
"""

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")

_TIMEOUT = b"408 Request Timeout"
_TOO_LARGE = b"431 Request Header Fields Too Large"
_TOO_MANY = b"503 Service Unavailable"


class ProtocolLimits(NamedTuple):
    """Limits on open connections, in total and per address, and on the time of slow clients."""

    connections: int
    of_one_address: int
    head_seconds: float = HEAD_SECONDS
    send_seconds: float = SEND_SECONDS


class ProtocolFactory:
    """Creates the protocol of each connection of a server and counts the connections."""

    def __init__(self, limits: ProtocolLimits) -> None:
        self.limits = limits
        self._total = 0
        self._of: Counter[str] = Counter()

    def __call__(self, **settings: Any) -> "BoundedProtocol":
        """Return the protocol of a new connection; uvicorn calls this instead of a protocol
        class.
        """
        return BoundedProtocol(self, **settings)

    def admit(self, address: str) -> bool:
        """Count a connection; return whether it is within the limits."""
        self._total += 1
        self._of[address] += 1
        is_one_too_many = self._total > self.limits.connections
        return not is_one_too_many and self._of[address] <= self.limits.of_one_address

    def dismiss(self, address: str) -> None:
        """Stop counting a connection."""
        self._total -= 1
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]


class BoundedProtocol(H11Protocol):
    """A connection that is closed if its client sends a head or reads an answer too slowly, or
    sends too much.

    It is refused if too many are open.
    """

    def __init__(self, factory: ProtocolFactory, **settings: Any) -> None:
        super().__init__(**settings)
        self._factory = factory
        self._address = ""
        self._head_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head, or refuse the connection if too many are open."""
        super().connection_made(transport)
        # Pause whenever the system does not accept everything at once, until it has accepted all.
        transport.set_write_buffer_limits(high=0)
        self.app_state = {**self.app_state, ABORT: transport.abort}
        self._address = self.client[0] if self.client else ""
        if self._factory.admit(self._address):
            self._expect_head()
        else:
            self._refuse(_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and stop counting the connection."""
        self._factory.dismiss(self._address)
        self._stop_timer()
        self._stop_send_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive data; start the timer when a head has begun."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._update_timer()
        if self.conn.their_state is h11.DONE and len(self.conn.trailing_data[0]) > HEAD_BYTES:
            self.transport.abort()  # no client needs to send so much before the answer

    def pause_writing(self) -> None:
        """Start the timer: the client must accept what is being sent in time."""
        super().pause_writing()
        self._send_timer = self.loop.call_later(
            self._factory.limits.send_seconds, self.transport.abort
        )

    def resume_writing(self) -> None:
        """Stop the timer: the client has accepted everything."""
        self._stop_send_timer()
        super().resume_writing()

    def handle_events(self) -> None:
        """Check the size of a head before h11 parses it: h11 limits only incomplete heads."""
        if self.conn.their_state is h11.IDLE and _is_too_large(self.conn.trailing_data[0]):
            self._refuse(_TOO_LARGE)
            return
        super().handle_events()
        self._update_timer()

    def _update_timer(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_timer()
        elif self.conn.trailing_data[0]:
            self._expect_head()

    def _expect_head(self) -> None:
        if self._head_timer is None:
            seconds = self._factory.limits.head_seconds
            self._head_timer = self.loop.call_later(seconds, self._give_up)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_send_timer(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def _give_up(self) -> None:
        if self.conn.trailing_data[0]:
            self._refuse(_TIMEOUT)
        else:  # the client has sent nothing
            self.transport.close()

    def _refuse(self, status: bytes) -> None:
        """Answer without a body and close the connection."""
        self._stop_timer()
        self.transport.write(
            b"HTTP/1.1 %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % status
        )
        self.transport.close()


def _is_too_large(received: bytes) -> bool:
    """Return whether the head at the start of the received bytes is too long or has too many
    headers.
    """
    end = _END_OF_HEAD.search(received, 0, HEAD_BYTES + 4)
    if end is None:
        return len(received) > HEAD_BYTES
    return received.count(b"\n", 0, end.start()) > MOST_HEADERS

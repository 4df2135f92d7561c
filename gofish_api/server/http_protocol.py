"""HTTP as `serve` speaks it: uvicorn's own, with bounds on what a client does before its request is complete."""

import asyncio
import re
from collections import Counter
from typing import Any, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""From the connection, or from the first byte of a later request, to the end of the headers."""
HEAD_BYTES = 16 * 1024
"""The request line and all headers."""
MOST_HEADERS = 100
MOST_CONNECTIONS = 20_000
"""Of a process. Each takes about 16 kB, more if it is a stream."""

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")

_TIMEOUT = b"408 Request Timeout"
_TOO_LARGE = b"431 Request Header Fields Too Large"
_TOO_MANY = b"503 Service Unavailable"


class ProtocolLimits(NamedTuple):
    """How many connections may be open, of all addresses and of one, and how long a head may take."""

    connections: int
    of_one_address: int
    head_seconds: float = HEAD_SECONDS


class ProtocolFactory:
    """Makes the protocol of each connection of a server, and counts the connections."""

    def __init__(self, limits: ProtocolLimits) -> None:
        self.limits = limits
        self._total = 0
        self._of: Counter[str] = Counter()

    def __call__(self, **settings: Any) -> "BoundedProtocol":
        """Return the protocol of a new connection. Uvicorn calls this like the class of a protocol."""
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
    """A connection that is closed if no whole head comes in time, if a head is too large, or if too many are open."""

    def __init__(self, doorkeeper: ProtocolFactory, **settings: Any) -> None:
        super().__init__(**settings)
        self._doorkeeper = doorkeeper
        self._address = ""
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head, if there is room for the connection."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if self._doorkeeper.admit(self._address):
            self._expect_head()
        else:
            self._refuse(_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._doorkeeper.dismiss(self._address)
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take some bytes; wait for the rest of a head that has begun."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._look_at_head()

    def handle_events(self) -> None:
        """Check the size of a head before it is parsed: a parser that is given much at once reads all of it."""
        if self.conn.their_state is h11.IDLE and _is_too_large(self.conn.trailing_data[0]):
            self._refuse(_TOO_LARGE)
            return
        super().handle_events()
        self._look_at_head()

    def _look_at_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_timer()
        elif self.conn.trailing_data[0]:
            self._expect_head()

    def _expect_head(self) -> None:
        if self._head_timer is None:
            seconds = self._doorkeeper.limits.head_seconds
            self._head_timer = self.loop.call_later(seconds, self._give_up)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        if self.conn.trailing_data[0]:
            self._refuse(_TIMEOUT)
        else:  # the client has asked for nothing
            self.transport.close()

    def _refuse(self, status: bytes) -> None:
        """Answer without a body, and close."""
        self._stop_timer()
        self.transport.write(
            b"HTTP/1.1 %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % status
        )
        self.transport.close()


def _is_too_large(received: bytes) -> bool:
    """Return whether the head at the beginning of what was received has too many bytes or headers."""
    end = _END_OF_HEAD.search(received, 0, HEAD_BYTES + 4)
    if end is None:
        return len(received) > HEAD_BYTES
    return received.count(b"\n", 0, end.start()) > MOST_HEADERS

"""HTTP/1.1 by httptools, with the checks that it leaves to others."""

from asyncio import BaseTransport, Transport
from collections import deque
from collections.abc import Sized
from typing import Any, cast

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_BYTES = 16 * 1024
MAX_PIPELINED = 100
"""How many requests of a connection wait; after them it closes. Each takes 2 kB."""


class Flow(FlowControl):
    """Flow control that reads nothing more while requests of the connection wait."""

    def __init__(self, transport: Transport, waiting: Sized) -> None:
        super().__init__(transport)
        self._waiting = waiting

    def resume_reading(self) -> None:
        if not self._waiting:
            super().resume_reading()


class Protocol(HttpToolsProtocol):
    """Uvicorn's protocol. In addition, it

    - limits the bytes of a head, of trailers and of a chunk's extensions;
    - limits how much of a connection waits;
    - refuses a head that does not name one host, and every coding but `chunked`;
    - answers 400 after the answers of earlier requests;
    - drops trailers, which uvicorn would append to the headers;
    - ignores an offer to upgrade: httptools would take the body for the next request;
    - ends every request with its connection, not only the last that arrived.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._incomplete = 0  # bytes since the last complete head, part of a body, or message
        self._open = deque[RequestResponseCycle]()  # from the first without a whole answer on

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(cast("Transport", transport))
        self.flow = Flow(self.transport, self.pipeline)

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        self._incomplete += len(data)
        try:
            while data:
                data = self._feed(data)
            if self._incomplete > HEAD_BYTES:
                raise HttpParserError
        except HttpParserError:
            self._refuse()

    def _refuse(self) -> None:
        """Answer 400, or only close the connection after the answers of earlier requests."""
        if self.pipeline and self.cycle.more_body:  # it is invalid
            self.pipeline.popleft()
            self._open.pop()
            self.cycle = self._open[-1]
        if not self._open or self.cycle.response_complete or self.cycle.more_body:
            self.send_400_response("Invalid HTTP request received.")
        else:
            self.cycle.keep_alive = False

    def _feed(self, data: bytes) -> bytes:
        """Parse data; return what is left after an offer to upgrade, with the head without it.

        :raises HttpParserError: it is not HTTP.
        """
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as offer:
            method, version = self.parser.get_method(), self.parser.get_http_version()
            if method == b"CONNECT":  # always an upgrade
                raise HttpParserError from None
            fields = [name + b": " + value for name, value in self.headers if name != b"upgrade"]
            first = b"%b %b HTTP/%b" % (method, self.url, version.encode())
            self.parser = HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
            return b"\r\n".join([first, *fields, b"", data[offer.args[0] :]])
        return b""

    def connection_lost(self, exc: Exception | None) -> None:
        for cycle in self._open:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def _should_upgrade(self) -> bool:
        return True  # so that uvicorn leaves the request to `_feed`

    def on_headers_complete(self) -> None:
        fields = sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers)
        hosts = sum(name == b"host" for name, _ in self.headers)
        version = self.parser.get_http_version()  # 0.9 if the head has none
        is_named = hosts == 1 if version == "1.1" else hosts <= 1 and version == "1.0"
        codings = [value.lower() for name, value in self.headers if name == b"transfer-encoding"]
        is_long = len(self.url) + fields > HEAD_BYTES or len(self.pipeline) >= MAX_PIPELINED
        if is_long or not is_named or codings not in ([], [b"chunked"]):
            raise HttpParserError
        super().on_headers_complete()
        self._incomplete = 0
        if not self.parser.should_upgrade():
            self.headers = []  # of trailers
            while self._open and self._open[0].response_complete:
                self._open.popleft()
            self._open.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self._incomplete = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._incomplete = 0
        super().on_message_complete()

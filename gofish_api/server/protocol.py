"""HTTP/1.1 by httptools, with the checks that it leaves to others."""

from typing import Any, cast

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_BYTES = 16 * 1024


class Protocol(HttpToolsProtocol):
    """Uvicorn's protocol. In addition, it

    - limits the bytes of a head, of trailers and of a chunk's extensions;
    - refuses a head that does not name one host, and every coding but `chunked`;
    - drops trailers, which uvicorn would append to the headers;
    - ignores an offer to upgrade: httptools would take the body for the next request;
    - answers no request that is sent before the answer of the last one, and closes the connection
      after that answer: uvicorn would let any number wait, and not end them with the connection.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._incomplete = 0  # bytes since the last complete head, part of a body, or message

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._is_answering() and not self.cycle.keep_alive:
            return
        self._incomplete += len(data)
        try:
            while data:
                data = self._feed(data)
            if self._incomplete > HEAD_BYTES:
                raise HttpParserError
        except HttpParserError:
            if self._is_answering():
                self.cycle.keep_alive = False
            else:
                self.send_400_response("Invalid HTTP request received.")

    def _is_answering(self) -> bool:
        """Return whether a whole request has arrived that has no whole answer yet."""
        cycle: RequestResponseCycle | None = cast(Any, self.cycle)  # None before the first
        return cycle is not None and not cycle.more_body and not cycle.response_complete

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

    def _should_upgrade(self) -> bool:
        return True  # so that uvicorn leaves the request to `_feed`

    def on_headers_complete(self) -> None:
        length = sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers)
        hosts = sum(name == b"host" for name, _ in self.headers)
        version = self.parser.get_http_version()  # 0.9 if the head has none
        is_named = hosts == 1 if version == "1.1" else hosts <= 1 and version == "1.0"
        codings = [value.lower() for name, value in self.headers if name == b"transfer-encoding"]
        is_valid = is_named and codings in ([], [b"chunked"]) and not self._is_answering()
        if not is_valid or len(self.url) + length > HEAD_BYTES:
            raise HttpParserError
        super().on_headers_complete()
        self._incomplete = 0
        if not self.parser.should_upgrade():
            self.headers = []  # of trailers

    def on_body(self, body: bytes) -> None:
        self._incomplete = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._incomplete = 0
        super().on_message_complete()

"""HTTP/1 by httptools, with checks that httptools leaves to its caller."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 16 * 1024


class BoundedProtocol(HttpToolsProtocol):
    """Refuses long heads and trailers, and a head without one ``Host``. Drops trailers.

    uvicorn would add trailers to the headers, where they could pass for what only a proxy may set.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting_bytes = 0  # received since the last end of a head, or piece of a body
        self._in_head = True

    def data_received(self, data: bytes) -> None:
        """Parse data. Too much that is neither a whole head nor a body is answered 400."""
        self._waiting_bytes += len(data)
        super().data_received(data)
        if self._waiting_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """Begin a head."""
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Check the head, and begin the request.

        :raises ValueError: the head is refused; the answer is 400.
        """
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts != 1 and (hosts or self.parser.get_http_version() != "1.0"):
            raise ValueError("The head has no Host, or several.")
        if self._waiting_bytes > HEAD_BYTES:  # it came at once, perhaps with a body
            fields = sum(len(name) + len(value) for name, value in self.headers)
            if len(self.url) + fields > HEAD_BYTES:
                raise ValueError("The head is too long.")
        self._waiting_bytes, self._in_head = 0, False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body."""
        self._waiting_bytes = 0
        super().on_body(body)

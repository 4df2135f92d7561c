"""A server whose answers a test writes, byte by byte, on a real port."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler
from typing import Any

from tests.gateways import gateway

ESCAPES = "\x1b]0;owned\x07\x1b[2J\u202e\r\n"
"""It renames a terminal's window, clears it, and turns the text around."""


class Hostile:
    """What the server got and sent."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        """The first line of each request."""
        self.sent = 0
        """Bytes of bodies that clients took."""


@contextmanager
def hostile(
    answer: Callable[[str], tuple[str, Iterator[bytes]]],
) -> Iterator[tuple[str, Hostile]]:
    """Serve; ``answer`` gets the path, and returns the head of the answer and its body's pieces."""
    seen = Hostile()

    class Wire(StreamRequestHandler):
        def handle(self) -> None:
            first = self.rfile.readline().decode()
            length = 0
            while (line := self.rfile.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.partition(b":")[2])
            self.rfile.read(length)
            seen.requests.append(first.strip())
            head, pieces = answer(first.split()[1])
            with suppress(OSError):  # the client has hung up
                self.wfile.write(f"HTTP/1.1 {head}\r\nConnection: close\r\n\r\n".encode())
                for piece in pieces:
                    self.wfile.write(piece)
                    seen.sent += len(piece)

    with gateway(Wire) as port:
        yield f"http://127.0.0.1:{port}", seen


def document(value: Any, head: str = "200 OK") -> tuple[str, Iterator[bytes]]:
    """Return an answer that is a JSON document."""
    return f"{head}\r\nContent-Type: application/json", iter([json.dumps(value).encode()])


def endless(piece: bytes = b"x" * 65_536, head: str = "200 OK") -> tuple[str, Iterator[bytes]]:
    """Return an answer of a thousand times the piece, far more than a client takes."""
    return head, iter([piece] * 1_000)


def bomb() -> tuple[str, Iterator[bytes]]:
    """Return a small answer that is 400 MB when unpacked."""
    zeros = gzip.compress(b"0" * 4_000_000, 9)
    return "200 OK\r\nContent-Encoding: gzip", iter([zeros] * 100)

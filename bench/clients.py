"""Cheap HTTP clients: each is a thread with its own connection that sends prepared bytes."""

import socket
import time
from collections.abc import Iterable, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Barrier, Thread
from types import MappingProxyType
from typing import NamedTuple, Self

CLIENTS = 8
_END_OF_HEAD = b"\r\n\r\n"


class Load(NamedTuple):
    """A measured load: its duration, and the seconds of each request, unordered."""

    seconds: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.latencies) / self.seconds

    def quantile(self, part: float) -> float:
        """Return a quantile of the latencies, in seconds; ``part`` is from 0 to 1."""
        return sorted(self.latencies)[int(len(self.latencies) * part)]


class Wire:
    """A connection to a server on this machine; a context manager that closes it."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def exchange(self, message: bytes) -> bytes:
        """Send one request and return its whole response."""
        self._socket.sendall(message)
        answer = self._socket.recv(65536)
        while (end := answer.find(_END_OF_HEAD)) < 0:
            answer += self._socket.recv(65536)
        length = _content_length(answer[:end])
        while len(answer) < end + 4 + length:
            answer += self._socket.recv(65536)
        return answer


def request(
    method: str,
    path: str,
    *,
    token: str = "",
    body: bytes = b"",
    headers: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """Return the bytes of an HTTP request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines.append("Content-Type: application/json")
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + _END_OF_HEAD + body


def run(port: int, dialogues: Iterable[Sequence[bytes]], *, status: bytes = b"200") -> Load:
    """Send the requests of every dialogue in order, with ``CLIENTS`` dialogues at the same time.

    :raises AssertionError: a response has another status.
    """
    waiting: SimpleQueue[Sequence[bytes]] = SimpleQueue()
    for dialogue in dialogues:
        waiting.put(dialogue)
    latencies: list[float] = []
    failures: list[str] = []
    start = Barrier(CLIENTS + 1)

    def client() -> None:
        with Wire(port) as wire:
            start.wait()
            try:
                while not failures:
                    for message in waiting.get_nowait():
                        began = time.perf_counter()
                        answer = wire.exchange(message)
                        latencies.append(time.perf_counter() - began)
                        if answer[9:12] != status:
                            failures.append(answer[:2000].decode(errors="replace"))
                            break
            except Empty:
                pass

    threads = [Thread(target=client) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    assert not failures, failures[0]
    return Load(seconds, latencies)


def _content_length(head: bytes) -> int:
    name = b"content-length: "
    at = head.lower().find(name)
    return int(head[at + len(name) :].partition(b"\r")[0]) if at >= 0 else 0

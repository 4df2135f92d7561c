"""An attack's connections: in a process of their own, as fast as they are answered, until a limit
stops them.
"""

import multiprocessing
import os
import re
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import Empty
from threading import Thread
from typing import Any

from bench.attacks import Answered, Talk

CONNECTIONS = 8
NICENESS = 10  # an attacker works on a machine of its own
BEFORE = 0.3  # seconds that it has begun before the turn does
PAUSE = 0.02  # seconds, after an answer that asks to come again


@contextmanager
def attacking(
    port: int, sources: Sequence[str], talk: Talk | None, seconds: float
) -> Iterator[Counter[str]]:
    """Attack from these addresses, in a process of its own; what is yielded counts the statuses in
    the end.
    """
    statuses: Counter[str] = Counter()
    if talk is None:
        yield statuses
        return
    context = multiprocessing.get_context("fork")  # what writes messages cannot be pickled
    results: Any = context.Queue()
    process = context.Process(target=_attack, args=(port, sources, talk, seconds + BEFORE, results))
    process.start()
    time.sleep(BEFORE)
    yield statuses
    try:
        statuses.update(results.get(timeout=30))
    except Empty:
        statuses["lost"] += 1
    process.join(30)


@contextmanager
def connected(port: int, source: str, timeout: float = 60.0) -> Iterator[socket.socket]:
    """Connect from an address of this machine."""
    with socket.create_connection(("127.0.0.1", port), timeout, source_address=(source, 0)) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield wire


def exchange(wire: socket.socket, message: bytes) -> Answered:
    """Send a request and return its answer: of the stream of a tournament, which goes on, only what
    comes with the head; of that of an ended game, all.

    :raises OSError: the connection is cut.
    """
    wire.sendall(message)
    answer = bytearray()
    while (end := answer.find(b"\r\n\r\n")) < 0:
        answer += _received(wire)
    head = bytes(answer[:end]).lower()
    length = re.search(rb"content-length: (\d+)", head)
    whole = end + 4 + (int(length[1]) if length else 0)
    if b"text/event-stream" in head and b"/tournaments/" in message:
        return Answered(head[9:12], bytes(answer[end + 4 :]), closes=True)
    is_chunked = b"transfer-encoding: chunked" in head
    while len(answer) < whole or (is_chunked and not answer.endswith(b"\r\n0\r\n\r\n")):
        answer += _received(wire)
    return Answered(head[9:12], bytes(answer[end + 4 :]), b"connection: close" in head)


def _attack(port: int, sources: Sequence[str], talk: Talk, seconds: float, results: Any) -> None:
    os.nice(NICENESS)
    statuses: Counter[str] = Counter()
    end = time.perf_counter() + seconds

    def client(number: int) -> None:
        source, turns = sources[number % len(sources)], talk(number)
        message = next(turns)
        while time.perf_counter() < end:
            try:
                with connected(port, source, timeout=max(0.1, end - time.perf_counter())) as wire:
                    while time.perf_counter() < end:
                        answer = exchange(wire, message)
                        statuses[answer.status.decode()] += 1
                        message = turns.send(answer)
                        if answer.status == b"429":  # inside the limits
                            time.sleep(max(0.0, end - time.perf_counter()))
                        elif answer.status == b"503":
                            time.sleep(PAUSE)
                        if answer.closes:
                            break
            except TimeoutError:
                statuses["unanswered"] += 1
            except OSError:
                statuses["cut"] += 1
                time.sleep(PAUSE)

    threads = [Thread(target=client, args=[number]) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(dict(statuses))


def _received(wire: socket.socket) -> bytes:
    chunk = wire.recv(262_144)
    if not chunk:
        raise ConnectionResetError
    return chunk

"""Thousands of readers of streams in one process; each records when it received which move."""

import asyncio
import gc
import re
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

OPENING_AT_ONCE = 32

_MOVE = re.compile(rb"id: (\d+)\nevent: move")


class Reading(NamedTuple):
    """A game, the port of its stream, and the query with which it is opened."""

    port: int
    game: str
    query: str = ""


class Report(NamedTuple):
    """What all readers received: times by game and move, and numbers of lost and repeated moves."""

    arrivals: dict[tuple[str, int], list[float]]
    lost: int
    doubled: int
    reconnections: int


class Reader(asyncio.Protocol):
    """One connection to the stream of a game; it can reconnect and continue."""

    def __init__(self, reading: Reading, report: dict[tuple[str, int], list[float]]) -> None:
        self.reading, self.report = reading, report
        self.last: int | None = None
        self.lost = self.doubled = 0
        self.is_complete = False  # the game is over and all its moves are read
        self.transport: asyncio.Transport | None = None
        self._text = b""

    async def open(self) -> None:
        """Connect, and wait for the first frame."""
        self._text, self._is_open = b"", asyncio.get_running_loop().create_future()
        cursor = "" if self.last is None else f"Last-Event-ID: {self.last}\r\n"
        path = f"/api/v1/games/{self.reading.game}/stream{self.reading.query}"
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self.reading.port)
        self.transport = transport
        transport.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cursor}\r\n".encode())
        await self._is_open

    async def reopen(self) -> None:
        """Disconnect, and continue after the last move."""
        assert self.transport is not None
        self.transport.abort()
        await asyncio.sleep(0)  # lets connection_lost of the old connection run first
        await self.open()

    def data_received(self, data: bytes) -> None:
        """Record the moves in the data."""
        now = time.monotonic()
        text = self._text + data
        for number in _MOVE.findall(text):
            self._record(int(number), now)
        if self.last is None and (state := re.search(rb"id: (\d+)\nevent: state", text)):
            self.last = int(state[1])
        self.is_complete |= text.startswith(b"HTTP/1.1 204")
        if (self.is_complete or b"event: state" in text) and not self._is_open.done():
            self._is_open.set_result(None)
        self._text = text[text.rfind(b"\n\n") :] if b"\n\n" in text else text

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the opening if the server refused the stream."""
        if not self._is_open.done():
            self._is_open.set_exception(ConnectionError(self._text[:200].decode()))

    def _record(self, number: int, now: float) -> None:
        assert self.last is not None
        if number <= self.last:
            self.doubled += 1
            return
        self.lost += number - self.last - 1
        self.last = number
        self.report.setdefault((self.reading.game, number), []).append(now)


def read(pipe: Connection, readings: Sequence[Reading], *, reconnect_every: float) -> None:
    """Open all streams, report each opening, read until the pipe has the last moves, and report."""
    asyncio.run(_read(pipe, readings, reconnect_every))


async def _read(pipe: Connection, readings: Sequence[Reading], reconnect_every: float) -> None:
    arrivals: dict[tuple[str, int], list[float]] = {}
    readers = [Reader(reading, arrivals) for reading in readings]
    places = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_one(reader: Reader) -> None:
        async with places:
            await reader.open()
        pipe.send(1)

    await asyncio.gather(*map(open_one, readers))
    gc.freeze()  # pauses of this process must not be measured
    reconnections, rng = 0, Random(6)
    while not pipe.poll():
        await asyncio.sleep(reconnect_every or 0.05)
        if reconnect_every:
            reader = rng.choice(readers)
            if not reader.is_complete:
                await reader.reopen()
                reconnections += 1
    versions: dict[str, int] = pipe.recv()
    for _ in range(200):
        if all(reader.last == versions[reader.reading.game] for reader in readers):
            break
        await asyncio.sleep(0.05)
    missing = sum(versions[reader.reading.game] - (reader.last or 0) for reader in readers)
    lost = missing + sum(reader.lost for reader in readers)
    pipe.send(Report(arrivals, lost, sum(r.doubled for r in readers), reconnections))

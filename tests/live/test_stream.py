"""One stream and its reader, without a server: what happens when the reader is slow."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from games.api.feeds.exchange import Exchange, WholeResponse
from games.api.feeds.frames import Frame, FrameFormat
from games.api.feeds.stream import MOST_WAITING, PIECE, Stream, StreamCredentials

Message = MutableMapping[str, Any]


class Wire:
    """A connection whose reader takes nothing until the test allows it."""

    def __init__(self) -> None:
        self.is_read = asyncio.Event()
        self.has_left = asyncio.Event()
        self.sent: list[Message] = []

    async def send(self, message: Message) -> None:
        await self.is_read.wait()
        self.sent.append(message)
        if not message.get("more_body"):
            self.has_left.set()

    async def receive(self) -> Message:
        await self.has_left.wait()
        return {"type": "http.disconnect"}

    def stream(self, credentials: StreamCredentials | None = None) -> Stream:
        async def ask_again() -> WholeResponse:
            raise NotImplementedError

        exchange = Exchange(WholeResponse(200, [], b""), ask_again, self.receive, self.send)
        return Stream(exchange, credentials or StreamCredentials(None, None))

    @property
    def text(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def test_frames_wait_for_a_slow_reader_in_order() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        for number in range(100):
            stream.push(b"%d;" % number)
        await asyncio.sleep(0)

        wire.is_read.set()
        await stream.sent()

        assert wire.text == b"".join(b"%d;" % number for number in range(100))

    asyncio.run(play())


def test_a_reader_who_leaves_too_much_waiting_is_cut_off() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        holding = asyncio.create_task(stream.hold())
        await asyncio.sleep(0)

        for _ in range(MOST_WAITING // 1024 + 2):
            stream.push(bytes(1024))
            await asyncio.sleep(0)
        await asyncio.wait_for(holding, 1)

        assert stream.has_ended
        assert (
            not wire.sent
        )  # the answer stays incomplete, so that the server closes the connection

    asyncio.run(play())


def test_what_is_being_sent_counts_as_waiting() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        holding = asyncio.create_task(stream.hold())
        await asyncio.sleep(0)

        for _ in range(MOST_WAITING // 1024):
            stream.push(bytes(1024))
        await asyncio.sleep(0)
        assert not stream.has_ended

        stream.push(bytes(1024))
        await asyncio.wait_for(holding, 1)
        assert stream.has_ended

    asyncio.run(play())


def test_what_waits_is_sent_in_pieces_that_the_server_may_buffer() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        for _ in range(MOST_WAITING // 1000):
            stream.push(bytes(1000))

        wire.is_read.set()
        await stream.sent()
        stream.push(b"next")
        await stream.sent()

        *pieces, last = [len(message["body"]) for message in wire.sent]
        assert max(pieces) < PIECE + 1000
        assert sum(pieces) == MOST_WAITING // 1000 * 1000
        assert last == len(b"next")

    asyncio.run(play())


def test_a_frame_is_one_event_or_one_line() -> None:
    frame = Frame("move", b'{"number":12}', 12)

    assert FrameFormat.EVENTS.write(frame) == b'id: 12\nevent: move\ndata: {"number":12}\n\n'
    assert FrameFormat.LINES.write(frame) == b'{"type":"move","id":12,"data":{"number":12}}\n'


def test_the_end_comes_after_what_waits_and_completes_the_answer() -> None:
    async def play() -> None:
        wire = Wire()
        stream = wire.stream()
        holding = asyncio.create_task(stream.hold())
        await asyncio.sleep(0)
        stream.push(b"move;")
        stream.end("stopping")
        stream.push(b"too late;")

        wire.is_read.set()
        await asyncio.wait_for(holding, 1)

        assert wire.text == b'move;event: end\ndata: {"reason":"stopping"}\n\n'
        assert wire.sent[-1] == {"type": "http.response.body"}

    asyncio.run(play())

"""PostgreSQL: notifications, for which no request waits, and reads of streams in the event loop."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection
from prometheus_client import REGISTRY
from pytest_django import Settings

from games.log import head_reader
from games.log.models import Position
from games.log.notify import postgresql
from games.log.notify.database_threads import LoopReader
from games.log.notify.notifications import BOT_CHANNEL, CHANNEL
from games.log.notify.pages import MOST_IN_LOOP, Pager
from games.log.notify.postgresql import messages, send
from games.log.notify.reconnecting import Message
from tests import tables
from tests.live.test_game_stream import an_ask
from tests.players import play_out, seated
from tests.timeouts import PATIENCE

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="readers of SQLite poll the file"),
]
MOVED = Message(CHANNEL, "7:12")
BOT = Message(BOT_CHANNEL, "")


def failed() -> float:
    return REGISTRY.get_sample_value("gofish_failed_notifications_total") or 0.0


def senders() -> list[int]:
    """Return the server processes of connections that send notifications."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND query LIKE '%pg_notify($1, $2)%'"
        )
        pids = [pid for (pid,) in cursor.fetchall()]
    connection.close()  # threads call this too
    return pids


def test_messages_arrive_also_after_the_server_has_ended_the_connection() -> None:
    async def listen() -> list[Message | None]:
        received = []
        async with asyncio.timeout(PATIENCE), aclosing(messages(CHANNEL, BOT_CHANNEL)) as source:
            assert await anext(source) is None
            send(MOVED, BOT)
            received += [await anext(source) for _ in range(2)]
            [pid] = await asyncio.to_thread(senders)
            os.kill(pid, signal.SIGTERM)
            while await asyncio.to_thread(senders):
                await asyncio.sleep(0.01)
            send(MOVED)
            received.append(await anext(source))
        return received

    before = failed()

    assert asyncio.run(listen()) == [MOVED, BOT, MOVED]
    assert failed() == before


def test_a_server_that_cannot_be_reached_is_left_alone_for_a_second(
    settings: Settings, unused_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DATABASE_LISTEN_URL = f"postgresql://ann:hunter2@127.0.0.1:{unused_port}/none"
    before = failed()

    for _ in range(100):
        send(MOVED)

    assert failed() == before + 100
    [record] = caplog.records
    assert "Cannot send notifications" in record.getMessage()
    assert "hunter2" not in caplog.text


def test_a_server_that_stops_answering_holds_up_no_sender(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgresql, "MOST_UNREAD", 20)
    send(MOVED)
    [pid] = senders()
    before = failed()
    os.kill(pid, signal.SIGSTOP)
    try:
        for _ in range(20):
            send(MOVED)
        assert failed() == before
    finally:
        os.kill(pid, signal.SIGCONT)


# --- reads in the event loop ----------------------------------------------------------------------


Body = Callable[[LoopReader], Awaitable[Any]]


def run(body: Body) -> Any:
    """Run a test in an event loop with a reader of its own."""

    async def main() -> Any:
        reader = LoopReader()
        try:
            async with asyncio.timeout(PATIENCE):
                return await body(reader)
        finally:
            reader.close()

    return asyncio.run(main())


async def one(reader: LoopReader, number: int) -> int:
    [row] = await reader.fetch("SELECT CAST(%s AS int8), pg_sleep(0.001)", [number])
    return int(row[0])


def test_reads_at_once_get_their_own_rows() -> None:
    numbers = [n**5 for n in range(200)]

    async def body(reader: LoopReader) -> list[int]:
        return await asyncio.gather(*(one(reader, number) for number in numbers))

    assert run(body) == numbers


def test_a_reader_that_leaves_disturbs_no_other() -> None:
    async def body(reader: LoopReader) -> list[int]:
        reads = [asyncio.create_task(one(reader, number)) for number in range(20)]
        while not reads[0].done():
            await asyncio.sleep(0)
        reads[10].cancel()
        return [await read for n, read in enumerate(reads) if n != 10]

    assert run(body) == [number for number in range(20) if number != 10]


@pytest.mark.parametrize(
    "failing",
    [pytest.param("SELECT pg_terminate_backend(pg_backend_pid() + %s)", id="connection")],
)
def test_after_a_failure_it_connects_again(failing: str) -> None:
    async def body(reader: LoopReader) -> tuple[int, list[Any]]:
        first = await one(reader, 1)
        fails = [reader.fetch(failing, [0]), one(reader, 2)]
        answers = await asyncio.gather(*fails, return_exceptions=True)
        return first + await one(reader, 3), answers

    total, answers = run(body)
    assert total == 4
    assert all(isinstance(answer, DatabaseError) for answer in answers)


def pages(game: str, *, with_head: bool) -> list[Any]:
    """Return the pages that follow each move of a game, read in the loop."""
    number = tables.number_of(game)
    version = head_reader.load(number).version

    async def body(reader: LoopReader) -> list[Any]:
        return [
            await Pager(number, after=after, is_lobby=False).read_in_loop(
                reader.fetch, with_head=with_head
            )
            for after in range(version + 1)
        ]

    return list(run(body))


@pytest.mark.parametrize("with_head", [False, True])
def test_it_reads_the_pages_that_a_thread_reads(*, with_head: bool) -> None:
    game, *players = seated(3)
    for _ in range(MOST_IN_LOOP + 5):
        an_ask(game, *players)
    number = tables.number_of(game)

    found = pages(game, with_head=with_head)

    version = len(found) - 1
    for after, page in enumerate(found):
        if 0 < version - after <= MOST_IN_LOOP:
            threads = Pager(number, after=after, is_lobby=False).read(with_head=with_head)
            assert page == threads
        else:
            assert page is None


def test_it_leaves_ends_and_other_positions_to_a_thread() -> None:
    over, *players = seated(2)
    play_out(over, players, Random(1))
    other, *players = seated(2)
    an_ask(other, *players)
    position = Position.objects.get(pk=tables.number_of(other))
    Position.objects.filter(pk=position.pk).update(
        state=position.state.replace('"schema":', '"schema":9', 1)
    )

    assert pages(over, with_head=True)[-2:] == [None, None]
    assert set(pages(other, with_head=True)) == {None}

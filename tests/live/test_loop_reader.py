"""Reads of PostgreSQL in the event loop: each gets its own rows, and a failure costs the others
nothing but a thread.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection

if connection.vendor == "sqlite":
    pytest.skip("SQLite is read in threads", allow_module_level=True)

from games.log import heads
from games.models import Position
from games.notify.loop_reader import LoopReader
from games.notify.pages import MOST_IN_LOOP, Pager
from tests import tables
from tests.live.test_game_stream import an_ask
from tests.patience import PATIENCE
from tests.players import play_out, seated

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
]
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


@pytest.fixture(params=[5, None], ids=["prepared", "unprepared"])
def _prepares(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**connection.settings_dict["OPTIONS"], "prepare_threshold": request.param}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)


@pytest.mark.usefixtures("_prepares")
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
    [
        pytest.param("SELECT 1 / CAST(%s AS int)", id="statement"),
        pytest.param("SELECT pg_terminate_backend(pg_backend_pid() + %s)", id="connection"),
    ],
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


def test_an_old_connection_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)

    async def body(reader: LoopReader) -> set[Any]:
        return {(await reader.fetch("SELECT pg_backend_pid()", []))[0] for _ in range(3)}

    assert len(run(body)) == 3


def pages(game: str, *, with_head: bool) -> list[Any]:
    """Return the pages that follow each move of a game, read in the loop."""
    number = tables.number_of(game)
    version = heads.load(number).version

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

"""Readers of an address take turns to read what they missed, and rest."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any

import pytest

from games.api.feeds import catching_up
from games.api.feeds.catching_up import CatchingUp
from games.notify.pages import PAGE, Page

SECOND = 5 * PAGE
"""Moves a second: a page of old moves has a fifth of one."""


class Log:
    """A game's log that is read in a thread, with how many read at once."""

    def __init__(self, moves: int) -> None:
        self.moves, self.reading, self.most = moves, 0, 0

    def read(self, *, with_head: bool = False) -> Page:
        """Return a page of so many moves."""
        self.reading += 1
        self.most = max(self.most, self.reading)
        time.sleep(0.01)
        self.reading -= 1
        moves: Any = (None,) * self.moves
        return Page(moves, None, has_started=False, end=None)


def seconds(*reads: Awaitable[Page]) -> float:
    """Return how long reads that begin at once take together."""

    async def all_of() -> float:
        begun = time.monotonic()
        await asyncio.gather(*reads)
        return time.monotonic() - begun

    return asyncio.run(all_of())


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> CatchingUp:
    """Turns with long rests."""
    monkeypatch.setattr(catching_up, "MOVES_A_SECOND", SECOND)
    return CatchingUp()


def read(turns: CatchingUp, address: str, log: Any) -> Awaitable[Page]:
    return turns.read(address, log, with_head=False)


def test_an_address_reads_one_page_after_another_with_rests(turns: CatchingUp) -> None:
    log = Log(PAGE)

    took = seconds(*(read(turns, "192.0.2.1", log) for _ in range(4)))

    assert log.most == 1
    assert took >= 3 / 5  # no page waits for the last rest


def test_another_address_does_not_wait(turns: CatchingUp) -> None:
    async def race() -> list[str]:
        done: list[str] = []

        async def note(address: str) -> None:
            await read(turns, address, Log(PAGE))
            done.append(address)

        busy = [asyncio.create_task(note("192.0.2.1")) for _ in range(3)]
        await asyncio.gather(note("198.51.100.7"), *busy)
        return done

    assert "198.51.100.7" in asyncio.run(race())[:2]


def test_a_reader_who_leaves_lets_the_next_one_read_after_the_rest_of_a_page(
    turns: CatchingUp,
) -> None:
    async def leave() -> float:
        leaving, waiting = (asyncio.ensure_future(read(turns, "192.0.2.1", Log(1))) for _ in "ab")
        await asyncio.sleep(0.001)
        waiting.cancel()
        leaving.cancel()
        begun = time.monotonic()
        await read(turns, "192.0.2.1", Log(1))
        return time.monotonic() - begun

    assert asyncio.run(leave()) >= 1 / 5


def test_an_address_without_readers_is_forgotten(turns: CatchingUp) -> None:
    seconds(read(turns, "192.0.2.1", Log(0)), read(turns, "198.51.100.7", Log(0)))

    assert not turns._turns

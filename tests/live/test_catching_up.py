"""Readers of an address take turns to read what they missed, and rest."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any

import pytest
from django.db import OperationalError

from games.api.feeds import catching_up
from games.api.feeds.catching_up import FEW, CatchingUp
from games.notify.pages import PAGE, Page

SECOND = 5 * PAGE
"""Moves a second: a page of old moves has a fifth of one."""
ADDRESSES = ("192.0.2", "198.51.100")


class Log:
    """A game's log that is read in a thread, with how many read at once."""

    def __init__(self, moves: int, *, seconds: float = 0.01) -> None:
        self.moves, self.seconds, self.after = moves, seconds, 0
        self.reading, self.most = 0, 0

    def read(self, *, with_head: bool = False) -> Page:
        """Return a page of so many moves."""
        self.reading += 1
        self.most = max(self.most, self.reading)
        time.sleep(self.seconds)
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
    """Turns with long rests of an address, and none of all."""
    monkeypatch.setattr(catching_up, "MOVES_A_SECOND", SECOND)
    monkeypatch.setattr(catching_up, "MOST_A_SECOND", 10**9)
    return CatchingUp()


def read(turns: CatchingUp, address: str, log: Any, *, until: int = 1000) -> Awaitable[Page]:
    return turns.read(address, log, until=until, with_head=False)


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


def test_who_missed_few_moves_does_not_wait(turns: CatchingUp) -> None:
    async def race() -> int:
        busy = [asyncio.ensure_future(read(turns, "192.0.2.1", Log(PAGE))) for _ in range(9)]
        await asyncio.sleep(0)
        await read(turns, "192.0.2.1", Log(FEW), until=FEW)
        done = sum(each.done() for each in busy)
        for each in busy:
            each.cancel()
        return done

    assert asyncio.run(race()) < 5


def test_all_addresses_read_one_page_after_another_with_shorter_rests(
    turns: CatchingUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catching_up, "MOST_A_SECOND", 2 * SECOND)
    log = Log(PAGE)

    took = seconds(*(read(turns, f"192.0.2.{number}", log) for number in range(4)))

    assert log.most == 1
    assert took >= 3 / 10


def test_a_reader_who_leaves_lets_the_next_one_read_after_the_page_and_its_rest(
    turns: CatchingUp,
) -> None:
    async def leave() -> tuple[float, int]:
        log = Log(PAGE, seconds=0.1)
        leaving, waiting = (asyncio.ensure_future(read(turns, "192.0.2.1", log)) for _ in "ab")
        elsewhere = asyncio.ensure_future(read(turns, "198.51.100.7", log))
        begun = time.monotonic()
        await asyncio.sleep(0.01)
        for each in (leaving, waiting, elsewhere):
            each.cancel()
        await asyncio.gather(*(read(turns, f"{network}.7", log) for network in ADDRESSES))
        return time.monotonic() - begun, log.most

    took, most = asyncio.run(leave())

    assert took >= 0.1 + 1 / 5
    assert most == 1


def test_a_page_that_cannot_be_read_gives_its_turn_back(turns: CatchingUp) -> None:
    class Lost(Log):
        def read(self, *, with_head: bool = False) -> Page:
            raise OperationalError

    async def fail() -> Page:
        with pytest.raises(OperationalError):
            await read(turns, "192.0.2.1", Lost(1))
        return await read(turns, "192.0.2.1", Log(1))

    assert len(asyncio.run(fail()).moves) == 1


def test_an_address_without_readers_is_forgotten(turns: CatchingUp) -> None:
    seconds(read(turns, "192.0.2.1", Log(0)), read(turns, "198.51.100.7", Log(0)))

    assert not turns._turns

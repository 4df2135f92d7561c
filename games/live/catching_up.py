"""Turns of readers that are sent old moves, so that long games that are read again and again do not
delay the moves of others.
"""

import asyncio
from functools import partial
from weakref import WeakValueDictionary

from games.log.notify.database_threads import in_thread
from games.log.notify.pages import PAGE, Page, Pager

MOVES_A_SECOND = 5_000
"""Old moves that an address is sent, for a fifth of the processor time of one core."""
MOST_A_SECOND = 10_000
"""Old moves that all addresses are sent together."""
FEW = 20
"""Who missed no more moves than that takes no turn: a page of them costs what a request does."""


class CatchingUp:
    """Lets the readers of an address read one page at a time, and rest in proportion to its moves.
    The addresses take turns too.

    Lives in one event loop.
    """

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._turn_of_all = asyncio.Lock()

    async def read(self, address: str, pager: Pager, *, until: int, with_head: bool) -> Page:
        """Return the next page of the moves up to ``until``, when it is the address's turn. The
        rest after it delays the next page alone.

        :raises UNAVAILABLE: if the database cannot be read.
        """
        if until - pager.after <= FEW:
            return await in_thread(pager.read, with_head=with_head)
        turn = self._turns.setdefault(address, asyncio.Lock())
        await turn.acquire()
        try:
            await self._turn_of_all.acquire()
        except asyncio.CancelledError:
            turn.release()
            raise
        # A task of its own, since a thread reads on for a reader who leaves.
        reading = asyncio.create_task(in_thread(pager.read, with_head=with_head))
        reading.add_done_callback(partial(self._rest, turn))
        return await asyncio.shield(reading)

    def _rest(self, turn: asyncio.Lock, reading: asyncio.Task[Page]) -> None:
        has_failed = reading.cancelled() or reading.exception() is not None
        moves = PAGE if has_failed else len(reading.result().moves)
        loop = asyncio.get_running_loop()
        loop.call_later(moves / MOVES_A_SECOND, turn.release)
        loop.call_later(moves / MOST_A_SECOND, self._turn_of_all.release)

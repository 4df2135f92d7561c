"""Turns of readers that are sent old moves, so that long games that are read again and again do not
delay the moves of others.
"""

import asyncio
from weakref import WeakValueDictionary

from games.notify.database_threads import in_thread
from games.notify.pages import PAGE, Page, Pager

MOVES_A_SECOND = 5_000
"""Old moves that an address is sent, for a fifth of the processor time of one core."""


class CatchingUp:
    """Lets the readers of an address read one page at a time, and rest in proportion to its moves.

    Lives in one event loop.
    """

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def read(self, address: str, pager: Pager, *, with_head: bool) -> Page:
        """Return the next page when it is the address's turn. The rest after it delays the next
        page alone.

        :raises UNAVAILABLE: if the database cannot be read.
        """
        turn = self._turns.setdefault(address, asyncio.Lock())
        await turn.acquire()
        moves = PAGE  # a thread reads on for a reader who leaves
        try:
            page = await in_thread(pager.read, with_head=with_head)
            moves = len(page.moves)
            return page
        finally:
            asyncio.get_running_loop().call_later(moves / MOVES_A_SECOND, turn.release)

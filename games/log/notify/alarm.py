"""Wake the thread that moves bots when a game in any process starts to wait for one."""

import asyncio
import logging
from contextlib import aclosing
from threading import Event, Thread

from games.log.notify import sources

PAUSE = 1.0  # seconds, after an unexpected failure

logger = logging.getLogger(__name__)


class Alarm:
    """Sets ``wanted`` in a thread of its own whenever a game may wait for a bot, until it is
    closed.
    """

    def __init__(self, wanted: Event) -> None:
        self._wanted = wanted
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._listen())
        self._thread = Thread(target=self._run, name="alarm", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(asyncio.wait([self._task]))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()

    async def _listen(self) -> None:
        while True:
            try:
                async with aclosing(sources.awaited_bots()) as signs:
                    async for _ in signs:
                        self._wanted.set()
            except Exception:
                logger.exception("Listening for bots failed; starting again.")
            await asyncio.sleep(PAUSE)

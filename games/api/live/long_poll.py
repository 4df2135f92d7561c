"""Waiting for a move, and only then answering."""

import asyncio
from dataclasses import dataclass
from typing import Any

from games.api.live.exchange import Exchange
from games.api.live.gallery import Gallery
from games.api.live.wait import Wait


@dataclass(frozen=True, slots=True)
class LongPoll:
    """A hold: answers when the game has a move after the last one that the reader has, or when time is up."""

    gallery: Gallery
    caller: str
    game_id: int
    after: int
    seconds: float

    async def __call__(self, exchange: Exchange) -> None:
        """Wait, then ask Django once more, which judges the token once more too."""
        with self.gallery.admitted(self.caller, "moves"):
            if await self._wait(exchange):
                answer = await exchange.ask_again()
                await answer.send(exchange.send)

    async def _wait(self, exchange: Exchange) -> bool:
        """Wait; return whether the reader is still there."""
        wait, hub = Wait(self.after), self.gallery.hub
        hub.watch(self.game_id, wait)
        self.gallery.waits.add(wait)
        leaving = asyncio.ensure_future(exchange.receive())
        try:
            await hub.look([self.game_id])
            ends: list[asyncio.Future[Any]] = [leaving, wait.over]
            await asyncio.wait(ends, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED)
            return not leaving.done()
        finally:
            leaving.cancel()
            hub.unwatch(self.game_id, wait)
            self.gallery.waits.discard(wait)

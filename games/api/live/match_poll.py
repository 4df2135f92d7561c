"""Waiting for a seat at a table of quick match, and only then answering."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from games.api.live.exchange import Exchange
from games.api.live.gallery import Gallery
from games.api.live.wait import Wait
from games.concerns import Concerns


class SeatWatch:
    """Ends a wait when an account gets a seat in a game that did not concern it before."""

    def __init__(self, wait: Wait, *, account_id: int, known: Concerns) -> None:
        self.account_id, self.known = account_id, known
        self._wait = wait

    def learn(
        self, found: Concerns, game_ids: Collection[int], *, looked_into: Collection[int] = ()
    ) -> None:
        """Look whether there is a new game among these."""
        if not self.known.keys() >= found.keys() & set(game_ids):
            self._wait.end()


@dataclass(frozen=True, slots=True)
class MatchPoll:
    """A hold: answers when the account has another game than it knows of, or when time is up."""

    gallery: Gallery
    caller: str
    account_id: int
    known: Concerns
    seconds: float

    async def __call__(self, exchange: Exchange) -> None:
        """Wait, then ask Django once more, which judges the token once more too."""
        with self.gallery.admitted(self.caller, "match"):
            if await self._wait(exchange):
                answer = await exchange.ask_again()
                await answer.send(exchange.send)

    async def _wait(self, exchange: Exchange) -> bool:
        """Wait; return whether the reader is still there."""
        wait = Wait(0)
        watch = SeatWatch(wait, account_id=self.account_id, known=self.known)
        self.gallery.accounts.join(watch)
        self.gallery.waits.add(wait)
        leaving = asyncio.ensure_future(exchange.receive())
        try:
            ends: list[asyncio.Future[Any]] = [leaving, wait.over]
            await asyncio.wait(ends, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED)
            return not leaving.done()
        finally:
            leaving.cancel()
            self.gallery.accounts.leave(watch)
            self.gallery.waits.discard(wait)

"""Waiting for a seat at a table of quick match, and only then answering."""

from collections.abc import Collection
from dataclasses import dataclass

from games import metrics
from games.api.live.connection_registry import ConnectionRegistry
from games.api.live.exchange import Exchange
from games.api.live.wait import Wait
from games.queries.inbox import InboxGames


class SeatWatch:
    """Ends a wait when an account gets a seat in a game that did not concern it before."""

    def __init__(self, wait: Wait, *, account_id: int, known: InboxGames) -> None:
        self.account_id, self.known = account_id, known
        self._wait = wait

    def learn(
        self, found: InboxGames, game_ids: Collection[int], *, looked_into: Collection[int] = ()
    ) -> None:
        """Look whether there is a new game among these."""
        if not self.known.keys() >= found.keys() & set(game_ids):
            self._wait.end()


@dataclass(frozen=True, slots=True)
class MatchPoll:
    """A hold: answers when the account has another game than it knows of, or when time is up."""

    gallery: ConnectionRegistry
    account_id: int
    known: InboxGames
    seconds: float

    async def __call__(self, exchange: Exchange) -> None:
        """Wait, then answer."""
        wait = Wait(0)
        watch = SeatWatch(wait, account_id=self.account_id, known=self.known)
        with metrics.OPEN_STREAMS.labels("match").track_inprogress():
            self.gallery.accounts.join(watch)
            try:
                await self.gallery.answer_after(wait, exchange, seconds=self.seconds)
            finally:
                self.gallery.accounts.leave(watch)

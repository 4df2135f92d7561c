"""The long polls of ``/moves`` and of quick match."""

from collections.abc import Collection
from dataclasses import dataclass

from games.live.connection_registry import ConnectionRegistry, Wait
from games.live.exchange import Exchange
from games.log import metrics
from games.play.inbox import InboxGames

LONGEST_WAIT = 60  # seconds; as long as a request may ask to wait


@dataclass(frozen=True, slots=True)
class LongPoll:
    """A hold: answers when the game has a move after ``after``, or when the time is up."""

    registry: ConnectionRegistry
    game_id: int
    after: int
    seconds: float
    token_id: int | None

    async def __call__(self, exchange: Exchange) -> None:
        """Wait, then answer."""
        wait, hub = Wait(self.after), self.registry.hub
        with metrics.OPEN_STREAMS.labels("moves").track_inprogress():
            hub.watch(self.game_id, wait)
            try:
                await hub.look([self.game_id])
                await self.registry.answer_after(
                    wait, exchange, seconds=self.seconds, token_id=self.token_id
                )
            finally:
                hub.unwatch(self.game_id, wait)


class SeatWatch:
    """Ends a wait when an account gets a seat in a game that did not concern it before."""

    def __init__(self, wait: Wait, *, account_id: int, known: InboxGames) -> None:
        self.account_id, self.known = account_id, known
        self._wait = wait

    def update(
        self, games: InboxGames, game_ids: Collection[int], *, accessed: Collection[int] = ()
    ) -> None:
        """End the wait if one of these games is new."""
        if not self.known.keys() >= games.keys() & set(game_ids):
            self._wait.end()


@dataclass(frozen=True, slots=True)
class MatchPoll:
    """A hold: answers when the account has a game that is not in ``known``, or when the time is
    up.
    """

    registry: ConnectionRegistry
    account_id: int
    known: InboxGames
    seconds: float
    token_id: int | None

    async def __call__(self, exchange: Exchange) -> None:
        """Wait, then answer."""
        wait = Wait(0)
        watch = SeatWatch(wait, account_id=self.account_id, known=self.known)
        with metrics.OPEN_STREAMS.labels("match").track_inprogress():
            self.registry.accounts.join(watch)
            try:
                await self.registry.answer_after(
                    wait, exchange, seconds=self.seconds, token_id=self.token_id
                )
            finally:
                self.registry.accounts.leave(watch)

"""The long poll of ``/moves``."""

from dataclasses import dataclass

from games import metrics
from games.api.feeds.exchange import Exchange
from games.api.live.connection_registry import ConnectionRegistry
from games.api.live.wait import Wait


@dataclass(frozen=True, slots=True)
class LongPoll:
    """A hold: answers when the game has a move after ``after``, or when the time is up."""

    registry: ConnectionRegistry
    game_id: int
    after: int
    seconds: float

    async def __call__(self, exchange: Exchange) -> None:
        """Wait, then answer."""
        wait, hub = Wait(self.after), self.registry.hub
        with metrics.OPEN_STREAMS.labels("moves").track_inprogress():
            hub.watch(self.game_id, wait)
            try:
                await hub.look([self.game_id])
                await self.registry.answer_after(wait, exchange, seconds=self.seconds)
            finally:
                hub.unwatch(self.game_id, wait)

"""The stream of a game."""

import asyncio
from dataclasses import dataclass

from games.live.connection_registry import ConnectionRegistry
from games.live.exchange import Exchange
from games.live.frames import FrameFormat
from games.live.game_reader import Reader, ReaderTerms
from games.live.stream import Stream, StreamCredentials
from games.log import metrics


@dataclass(frozen=True, slots=True)
class GameStream:
    """A hold: the game, as its reader saw it first."""

    registry: ConnectionRegistry
    credentials: StreamCredentials
    format: FrameFormat
    terms: ReaderTerms

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the moves, until the reader leaves or the game is over."""
        with metrics.OPEN_STREAMS.labels("game").track_inprogress():
            await exchange.begin()
            stream = Stream(exchange, self.credentials, self.format)
            reader = Reader(stream, self.terms)
            feed = self.registry.feed(self.terms)
            self.registry.heartbeat.add(reader)
            feed.readers.add(reader)
            serving = asyncio.create_task(feed.serve(reader))
            try:
                await stream.hold()
            finally:
                serving.cancel()
                self.registry.leave(feed, reader)

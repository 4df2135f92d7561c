"""The stream of a game."""

import asyncio
from dataclasses import dataclass

from games import metrics
from games.api.feeds.exchange import Exchange
from games.api.feeds.frames import Frame, FrameFormat
from games.api.feeds.game_reader import Reader
from games.api.feeds.stream import Stream, StreamCredentials
from games.api.live.connection_registry import ConnectionRegistry
from games.engine.cards import Seat
from games.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class GameStream:
    """A hold: the reader, the game, and the last move that the reader has."""

    registry: ConnectionRegistry
    credentials: StreamCredentials
    format: FrameFormat
    game_id: int
    rules: Rules
    is_lobby: bool
    version: int
    account_id: int | None
    seat: Seat | None
    has_left: bool
    cursor: int
    is_private: bool
    wants_state: bool
    players: Frame
    wants_emotes: bool = True

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the moves, until the reader leaves or the game is over."""
        with metrics.OPEN_STREAMS.labels("game").track_inprogress():
            await exchange.answer.send(exchange.send, more=True)
            stream = Stream(exchange, self.credentials, self.format)
            reader = Reader(
                stream,
                game_id=self.game_id,
                account_id=self.account_id,
                seat=self.seat,
                has_left=self.has_left,
                version=self.version,
                cursor=self.cursor,
                is_private=self.is_private,
                wants_state=self.wants_state,
                players=self.players,
                wants_emotes=self.wants_emotes,
            )
            feed = self.registry.feed(
                self.game_id, self.rules, version=self.version, is_lobby=self.is_lobby
            )
            self.registry.heartbeat.add(reader)
            feed.readers.add(reader)
            serving = asyncio.create_task(feed.serve(reader, is_lobby=self.is_lobby))
            try:
                await stream.hold()
            finally:
                serving.cancel()
                self.registry.leave(feed, reader)

"""The stream of several games."""

import asyncio
from dataclasses import dataclass

from games.live.connection_registry import Connection
from games.live.exchange import Exchange
from games.live.frames import FrameFormat
from games.live.game_reader import ReaderTerms
from games.live.shared_stream import SharedStream
from games.live.stream import Stream, StreamCredentials
from games.log import metrics


class FollowedGames(SharedStream):
    """The games that a caller named; the stream ends after the last of them."""

    def __init__(self, connection: Connection, stream: Stream) -> None:
        super().__init__(connection.registry, stream)
        self._connection = connection

    def game_ended(self, game_id: int) -> None:
        """Stop counting the game as an open connection; end the stream after the last one."""
        if self.readers:
            self._connection.give_back()
        else:
            self.stream.end("no_games_left")


@dataclass(frozen=True, slots=True)
class GamesStream:
    """A hold: the games, as their reader saw them first."""

    connection: Connection
    credentials: StreamCredentials
    format: FrameFormat
    games: tuple[ReaderTerms, ...]

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the moves, until the reader leaves or all games are over."""
        with metrics.OPEN_STREAMS.labels("games").track_inprogress():
            await exchange.begin()
            stream = Stream(exchange, self.credentials, self.format)
            followed = FollowedGames(self.connection, stream)
            for terms in self.games:
                followed.follow(terms)
            self.connection.registry.heartbeat.add(followed)
            catching_up = asyncio.create_task(followed.catch_up())
            try:
                await stream.hold()
            finally:
                catching_up.cancel()
                followed.close()

"""The streams of a game, of several games, and of an account's games, invitations and notices."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from accounts.notices import Unread
from games.live.accounts_feed import Inbox
from games.live.connection_registry import Connection, ConnectionRegistry
from games.live.exchange import Exchange
from games.live.frames import FrameFormat
from games.live.game_feed import GameFeed
from games.live.game_reader import GamePart, Reader, ReaderTerms
from games.live.stream import Stream, StreamCredentials
from games.log import metrics
from games.play.inbox import InboxGames


class _Followed(NamedTuple):
    feed: GameFeed
    reader: Reader


class SharedStream:
    """The games of one stream. Lives in the event loop."""

    def __init__(self, registry: ConnectionRegistry, stream: Stream) -> None:
        self.stream = stream
        self.registry = registry
        self._followed: dict[int, _Followed] = {}

    @property
    def readers(self) -> list[Reader]:
        """The readers of the games that have not ended."""
        return [followed.reader for followed in self._followed.values()]

    def follow(self, terms: ReaderTerms) -> Reader:
        """Send the moves of a game after the cursor of its reader, and return the reader.

        ``catch_up`` sends those made already.
        """
        part = GamePart(self.stream, terms.game_id, on_end=self._leave_soon)
        reader, feed = Reader(part, terms), self.registry.feed(terms)
        feed.admit(reader)
        self._followed[terms.game_id] = _Followed(feed, reader)
        return reader

    async def catch_up(self) -> None:
        """Find moves that were made in the meantime, then send missing ones, one game after
        another. Games with the fewest missing moves come first: they wait for no turn
        (``catching_up``).

        So a resumed stream of many games has at most one page of old moves waiting.
        """
        await self.registry.hub.check_moves([*self._followed])
        followed = sorted(self._followed.values(), key=lambda each: each.reader.missed)
        for feed, reader in followed:
            if not reader.is_caught_up and not reader.stream.has_ended:
                await feed.serve(reader)

    def close(self) -> None:
        for game_id in tuple(self._followed):
            self.leave(game_id)

    def leave(self, game_id: int) -> None:
        """Leave a game, if it is followed."""
        if game_id in self._followed:
            feed, reader = self._followed.pop(game_id)
            self.registry.leave(feed, reader)

    def _leave_soon(self, game_id: int) -> None:
        # The feed is at work on its readers when a game ends.
        asyncio.get_running_loop().call_soon(self._handle_end, game_id)

    def _handle_end(self, game_id: int) -> None:
        self.leave(game_id)
        self.game_ended(game_id)

    def game_ended(self, game_id: int) -> None:
        """Handle a game that has ended or may no longer be read, and was left."""


@dataclass(frozen=True, slots=True)
class AccountStream:
    """A hold: the account, and what its reader knows already."""

    registry: ConnectionRegistry
    credentials: StreamCredentials
    format: FrameFormat
    account_id: int
    known: InboxGames
    unread: Unread
    filled_at: datetime
    """When these were read."""

    async def __call__(self, exchange: Exchange) -> None:
        """Send the answer, then the changes, until the reader leaves."""
        with metrics.OPEN_STREAMS.labels("account").track_inprogress():
            await exchange.begin()
            stream = Stream(exchange, self.credentials, self.format)
            inbox = Inbox(
                stream,
                account_id=self.account_id,
                known=self.known,
                unread=self.unread,
                filled_at=self.filled_at,
            )
            self.registry.accounts.join(inbox)
            self.registry.heartbeat.add(inbox)
            try:
                await stream.hold()
            finally:
                self.registry.accounts.leave(inbox)


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

"""A stream that several games share: its readers, which join and leave while it is open."""

import asyncio
from typing import NamedTuple

from games.api.feeds.frames import Frame
from games.api.feeds.game_feed import GameFeed
from games.api.feeds.game_part import GamePart
from games.api.feeds.game_reader import Reader
from games.api.feeds.stream import Stream
from games.api.live.connection_registry import ConnectionRegistry
from games.log.heads import GameHead


class FollowedGame(NamedTuple):
    """A game as its reader saw it first, and what they were sent."""

    head: GameHead
    """With the reader's seat."""
    cursor: int
    """The last move that they have."""
    players: Frame
    """The frame of the players that they were sent."""
    wants_state: bool = False
    wants_emotes: bool = True


class _Followed(NamedTuple):
    feed: GameFeed
    reader: Reader
    is_lobby: bool
    """As the reader saw it first."""


class SharedStream:
    """The games of one stream. Lives in the event loop."""

    def __init__(self, registry: ConnectionRegistry, stream: Stream) -> None:
        self.stream = stream
        self.registry = registry
        self._followed: dict[int, _Followed] = {}

    @property
    def readers(self) -> list[Reader]:
        """The readers of the games that have not ended."""
        return [each.reader for each in self._followed.values()]

    def follow(
        self, game: FollowedGame, *, account_id: int | None, blocks_of: int | None = None
    ) -> Reader:
        """Send the moves of a game after its cursor; ``catch_up`` sends those made already.

        Return the reader of the game. Without an account it is a spectator, whom the blocks of
        ``blocks_of`` spare emotes.
        """
        head = game.head
        reader = Reader(
            GamePart(self.stream, head.game_id, on_end=self._leave_soon),
            game_id=head.game_id,
            account_id=account_id,
            seat=head.seat,
            has_left=head.viewer != head.seat,
            version=head.version,
            cursor=game.cursor,
            players=game.players,
            is_private=head.is_private,
            wants_state=game.wants_state,
            wants_emotes=game.wants_emotes,
            blocks_of=blocks_of,
        )
        is_lobby = head.state.phase == "lobby"
        feed = self.registry.feed(
            head.game_id, head.state.rules, version=head.version, is_lobby=is_lobby
        )
        feed.admit(reader)
        self._followed[head.game_id] = _Followed(feed, reader, is_lobby)
        return reader

    async def catch_up(self) -> None:
        """Find moves that were made meanwhile, then send missing ones, one game after another.

        So a resumed stream of many games has at most one page of old moves waiting.
        """
        await self.registry.hub.look([*self._followed])
        for feed, reader, is_lobby in tuple(self._followed.values()):
            if not reader.is_caught_up and not reader.stream.has_ended:
                await feed.serve(reader, is_lobby=is_lobby)

    def close(self) -> None:
        """Leave all games."""
        for game_id in tuple(self._followed):
            self.leave(game_id)

    def leave(self, game_id: int) -> None:
        """Leave a game, if it is followed."""
        if game_id in self._followed:
            feed, reader, _ = self._followed.pop(game_id)
            self.registry.leave(feed, reader)

    def _leave_soon(self, game_id: int) -> None:
        # The feed is at work on its readers when a game ends.
        asyncio.get_running_loop().call_soon(self._handle_end, game_id)

    def _handle_end(self, game_id: int) -> None:
        self.leave(game_id)
        self.game_ended(game_id)

    def game_ended(self, game_id: int) -> None:
        """Handle that a game has ended or may no longer be read, and was left."""

"""A stream that several games share: its readers, which join and leave while it is open."""

import asyncio
from typing import NamedTuple

from games.live.connection_registry import ConnectionRegistry
from games.live.game_feed import GameFeed
from games.live.game_part import GamePart
from games.live.game_reader import Reader, ReaderTerms
from games.live.stream import Stream


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
        """Find moves that were made meanwhile, then send missing ones, one game after another,
        first those of which least is missing: they wait for no turn (``catching_up``).

        So a resumed stream of many games has at most one page of old moves waiting.
        """
        await self.registry.hub.look([*self._followed])
        followed = sorted(self._followed.values(), key=lambda each: each.reader.missed)
        for feed, reader in followed:
            if not reader.is_caught_up and not reader.stream.has_ended:
                await feed.serve(reader)

    def close(self) -> None:
        """Leave all games."""
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
        """Handle that a game has ended or may no longer be read, and was left."""

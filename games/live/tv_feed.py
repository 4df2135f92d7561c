"""The games on TV for all listeners of this process: one selection, one reading of each game."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock
from weakref import WeakKeyDictionary

from django.utils import timezone

from games.live import frames, tv
from games.live.answers import Tv
from games.live.connection_registry import ConnectionRegistry
from games.live.game_reader import Opening, opening
from games.live.stream import Stream
from games.live.streams import SharedStream
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.play import followed
from games.play.api import game_answers
from games.play.followed import WatchedGame

LIFE = timedelta(seconds=2)


class Snapshot:
    """What TV shows as one process last read it, within ``LIFE``. Thread-safe.

    The first request after that makes the next one, and others wait for it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: tuple[datetime, Tv] | None = None

    def read(self) -> Tv:
        """Return the answer, as a reader without an account sees the games."""
        with self._lock:
            now = timezone.now()
            if self._made is None or not timedelta() <= now - self._made[0] < LIFE:
                self._made = now, _answer(now)
            return self._made[1]

    def forget(self) -> None:
        """Read the games again at the next request."""
        self._made = None


SNAPSHOT = Snapshot()


def _answer(now: datetime) -> Tv:
    channels = tv.channels(now=now)
    return {
        "channels": [
            {
                "channel": channel.name,
                "game": game_answers.entry(channel.game, now=now),
                "watchers": channel.watchers,
            }
            for channel in channels
        ],
        "recent": [] if channels else [game_answers.entry(game, now=now) for game in tv.recent()],
    }


SELECTION_SECONDS = 2.0
"""From one selection to the next, at least."""
IDLE_SECONDS = 30.0
"""The same while every listener has a game: finds games in which nothing moves any more."""

logger = logging.getLogger(__name__)


def read(channels: Collection[str]) -> dict[str, Opening]:
    """For each of these channels that has a game, return how the game begins for spectators. The
    number of statements is fixed.
    """
    now = timezone.now()
    chosen = [channel for channel in tv.channels(now=now) if channel.name in channels]
    games = followed.read({channel.game.game.pk for channel in chosen}, None)
    openings = {}
    for channel in chosen:
        game = games[channel.game.game.pk]
        if not isinstance(game, WatchedGame) or game.head.state.has_ended:
            continue
        begun = opening(game, None, now=now)
        first = frames.channel(channel.name, game_answers.entry(channel.game, now=now))
        openings[channel.name] = begun._replace(frames=(first, *begun.frames))
    return openings


ReadChannels = Callable[[Collection[str]], Mapping[str, Opening]]


class TvListener(SharedStream):
    """One listener of a channel."""

    def __init__(
        self,
        feed: "TvFeed",
        stream: Stream,
        channel: str,
        *,
        account_id: int | None = None,
        wants_emotes: bool = True,
    ) -> None:
        super().__init__(feed.registry, stream)
        self.account_id = account_id
        """The account of the listener, whose blocks hide emotes."""
        self.channel, self.wants_emotes = channel, wants_emotes
        self._feed = feed
        self._catching_up: asyncio.Task[None] | None = None
        self._cursor, self._since = 0, 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether the listener has no game."""
        return not self.readers

    def show(self, opening: Opening) -> None:
        """Begin a game, if the listener has none. Every listener is a spectator."""
        if not self.is_waiting or self.stream.has_ended:
            return
        terms = opening.terms._replace(wants_emotes=self.wants_emotes, blocks_of=self.account_id)
        reader = self.follow(terms)
        for frame in opening.frames:
            reader.stream.send(frame)
        self._cursor, self._since = reader.cursor, asyncio.get_running_loop().time()
        self._catching_up = asyncio.create_task(self.catch_up())

    def move_on(self, shown_id: int) -> None:
        """Leave a game without a recent move, if the channel shows another."""
        now = asyncio.get_running_loop().time()
        for reader in self.readers:
            if reader.cursor != self._cursor:
                self._cursor, self._since = reader.cursor, now
            elif reader.game_id != shown_id and now - self._since > tv.RECENT.total_seconds():
                reader.stream.end("moved_on")

    def game_ended(self, game_id: int) -> None:
        """Wait for the next game."""
        self._feed.want()

    def close(self) -> None:
        """Leave the game and the channel."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        super().close()


class TvFeed:
    """The channels. Selects games only while there are listeners. Lives in the event loop."""

    def __init__(self, registry: ConnectionRegistry, *, read: ReadChannels = read) -> None:
        self.registry = registry
        self._read = read
        self._listeners: set[TvListener] = set()
        self._shown: Mapping[str, Opening] = {}
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def join(self, listener: TvListener) -> None:
        """Show a listener the game on their channel, and the next ones."""
        self._listeners.add(listener)
        self._serve(listener)
        self.want()

    def leave(self, listener: TvListener) -> None:
        """Stop after the last listener."""
        self._listeners.discard(listener)
        if not self._listeners and self._task is not None:
            self._task.cancel()
            self._task, self._shown = None, {}

    def want(self) -> None:
        """Select again soon, if a listener waits for a game."""
        if any(listener.is_waiting for listener in self._listeners):
            self._wanted.set()
        if self._task is None and self._listeners:
            self._task = asyncio.create_task(self._select_on())

    async def _select_on(self) -> None:
        while True:
            self._wanted.clear()
            try:
                channels = {listener.channel for listener in self._listeners}
                self._shown = await in_thread(self._read, channels)
            except UNAVAILABLE as error:
                logger.warning("Cannot select games for TV; trying again: %s", error)
            except Exception:
                # One game that cannot be shown must not end the stream of every listener.
                logger.exception("Cannot select games for TV; trying again")
            for listener in tuple(self._listeners):
                self._serve(listener)
            await asyncio.sleep(SELECTION_SECONDS)
            if any(listener.is_waiting for listener in self._listeners):
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), IDLE_SECONDS)

    def _serve(self, listener: TvListener) -> None:
        opening = self._shown.get(listener.channel)
        if opening is not None:
            listener.move_on(opening.terms.game_id)
            listener.show(opening)


_feeds: WeakKeyDictionary[ConnectionRegistry, TvFeed] = WeakKeyDictionary()


def feed_of(registry: ConnectionRegistry) -> TvFeed:
    """Return the TV of a registry."""
    if registry not in _feeds:
        _feeds[registry] = TvFeed(registry)
    return _feeds[registry]

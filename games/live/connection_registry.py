"""The open connections of this process, streams and long polls, with one timer for all.

The timer sends heartbeats, and checks that tokens, tickets and watch codes are still valid. Streams
that are due together are handled in batches, so that no move waits for thousands of heartbeats.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeAlias

from django.conf import settings
from django.utils import timezone

from accounts.credentials import tokens
from games.live import frames
from games.live.accounts_feed import AccountsFeed, Inbox
from games.live.exchange import Exchange
from games.live.frames import FrameFormat, FrameWriter
from games.live.game_feed import GameFeed, show_players
from games.live.game_reader import Reader, ReaderTerms
from games.live.hub import CatchingUp, Hub
from games.live.stream import FrameStream
from games.log.head_reader import ClockReading
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.notifications import EmoteNotification
from games.play import presence, visibility
from games.play.presence import Spectators

MOST_AT_ONCE = 100
"""A batch has fewer streams of games than this, and then one subject more."""
TICK = 0.01  # seconds between two batches
CHECK_SECONDS = 3.0
"""How long a batch waits for the database. A frozen server never fails."""

logger = logging.getLogger(__name__)


class Subject(Protocol):
    """What gets heartbeats: a stream, and what it reads."""

    @property
    def stream(self) -> FrameStream: ...

    @property
    def readers(self) -> Sequence[Reader]:
        """The readers of its games."""


class Due(NamedTuple):
    """The time of a stream's next heartbeat, by the clock of the event loop."""

    at: float
    subject: Subject


class Heartbeat:
    """Sends each stream a heartbeat every ``seconds``; then ``check`` checks each batch further."""

    def __init__(
        self, *, seconds: float, check: Callable[[Sequence[Subject]], Awaitable[None]]
    ) -> None:
        self._seconds, self._check = seconds, check
        self._due: deque[Due] = deque()
        self._task: asyncio.Task[None] | None = None

    def add(self, subject: Subject) -> None:
        """Send heartbeats to a stream until it ends."""
        now = asyncio.get_running_loop().time()
        self._due.append(Due(now + self._seconds, subject))
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def end_all(self) -> None:
        """End every stream, because the server stops."""
        for due in self._due:
            due.subject.stream.end("stopping")

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._due:
            await asyncio.sleep(max(self._due[0].at - clock(), TICK))
            subjects: list[Subject] = []
            count = 0
            while self._due and self._due[0].at <= clock() and count < MOST_AT_ONCE:
                subject = self._due.popleft().subject
                if not subject.stream.has_ended:
                    subjects.append(subject)
                    count += max(len(subject.readers), 1)
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._beat(subjects)
            except (*UNAVAILABLE, TimeoutError) as error:
                logger.warning("Heartbeat without database checks: %r", error)
                for subject in subjects:
                    subject.stream.send(frames.waiting())
            self._due.extend(Due(clock() + self._seconds, subject) for subject in subjects)
        self._task = None

    async def _beat(self, subjects: Sequence[Subject]) -> None:
        now = timezone.now()
        written: dict[FrameWriter, bytes] = {
            frame_format: frame_format.heartbeat(now) for frame_format in FrameFormat
        }
        for subject in subjects:
            subject.stream.push(written[subject.stream.format])
        credentials = [subject.stream.credentials for subject in subjects]
        token_ids = {
            credential.token_id for credential in credentials if credential.token_id is not None
        }
        valid = await in_thread(tokens.still_valid, token_ids, now=now) if token_ids else set()
        passes = {
            credential.watch_pass for credential in credentials if credential.watch_pass is not None
        }
        open_passes = await in_thread(visibility.valid_watch_passes, passes) if passes else set()
        for subject, held in zip(subjects, credentials, strict=True):
            if held.token_id is not None and held.token_id not in valid:
                subject.stream.end("invalid_token")
            elif held.expires_at is not None and held.expires_at <= now:
                subject.stream.end("ticket_expired")
            elif held.watch_pass is not None and held.watch_pass not in open_passes:
                subject.stream.end("watch_code_ended")
        await self._check(subjects)


ENVIRON_KEY = "gofish.connection"

Hold: TypeAlias = Callable[[Exchange], Awaitable[None]]


class Wait:
    """Ends with the first move after ``after``."""

    def __init__(self, after: int) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._after = after

    def moved(self, version: int) -> None:
        """End the wait if the move is new."""
        if version > self._after:
            self.end()

    def clock_read(self, reading: ClockReading) -> None:
        """Ignore the clock, which is not a move."""

    def emoted(self, notice: EmoteNotification) -> None:
        """Ignore an emote, which is not a move."""

    def end(self) -> None:
        if not self.over.done():
            self.over.set_result(None)


class ConnectionRegistry:
    """The streams and long polls of one event loop."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.accounts = AccountsFeed(self.hub)
        self._catching_up = CatchingUp()
        self.heartbeat = Heartbeat(seconds=settings.STREAM_HEARTBEAT_SECONDS, check=self._check)
        self._waits: dict[Wait, int | None] = {}
        """With the tokens of their callers."""
        self._checking: asyncio.Task[None] | None = None
        self._feeds: dict[int, GameFeed] = {}
        self._open: Counter[str] = Counter()
        self._counting = Lock()
        self.is_closed = False
        """Whether the server stops."""

    def admit(self, caller: str, *, places: int = 1) -> bool:
        """Count connections of a caller; return False beyond the limit. Thread-safe."""
        with self._counting:
            if self._open[caller] + places > settings.STREAMS_PER_CALLER:
                return False
            self._open[caller] += places
        return True

    def release(self, caller: str, *, places: int = 1) -> None:
        """Stop counting connections that were admitted."""
        with self._counting:
            self._open[caller] -= places
            if not self._open[caller]:
                del self._open[caller]

    def feed(self, terms: ReaderTerms) -> GameFeed:
        """Return the feed of a reader's game; a new feed starts at the version that they saw."""
        if terms.game_id not in self._feeds:
            self._feeds[terms.game_id] = GameFeed(self.hub, self._catching_up, terms)
        return self._feeds[terms.game_id]

    def leave(self, feed: GameFeed, reader: Reader) -> None:
        """Remove a reader; close the feed after its last reader."""
        feed.readers.discard(reader)
        if not feed.readers and self._feeds.get(feed.game_id) is feed:
            del self._feeds[feed.game_id]
            feed.close()

    async def answer_after(
        self, wait: Wait, exchange: Exchange, *, seconds: float, token_id: int | None
    ) -> None:
        """Answer when a wait ends, the time is up or the token was revoked, unless the caller has
        left.

        Django handles the request a second time for the answer, and checks the token again.
        """
        self._waits[wait] = token_id
        if self._checking is None:
            self._checking = asyncio.create_task(self._end_revoked())
        leaving = asyncio.ensure_future(exchange.receive())
        try:
            ends: list[asyncio.Future[Any]] = [leaving, wait.over]
            await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                return
        finally:
            leaving.cancel()
            del self._waits[wait]
        answer = await exchange.ask_again()
        await answer.send(exchange.send)

    def close(self) -> None:
        """End every stream and wait, because the server stops."""
        self.is_closed = True
        self.heartbeat.end_all()
        for wait in self._waits:
            wait.end()

    async def _end_revoked(self) -> None:
        """End the waits of revoked tokens while there are waits, as often as streams end."""
        try:
            while self._waits:
                await asyncio.sleep(settings.STREAM_HEARTBEAT_SECONDS)
                held = {token_id for token_id in self._waits.values() if token_id is not None}
                valid = held
                with suppress(*UNAVAILABLE):
                    valid = await in_thread(tokens.still_valid, held, now=timezone.now())
                for wait, token_id in self._waits.items():
                    if token_id in held - valid:
                        wait.end()
        finally:
            self._checking = None

    async def _check(self, subjects: Sequence[Subject]) -> None:
        """Find missed moves, record presence, and show who else is present."""
        following = [s.account_id for s in subjects if isinstance(s, Inbox)]
        self.accounts.refresh(*following)
        if following:
            await in_thread(_record_online, following)
        readers = [reader for s in subjects for reader in s.readers]
        if not readers:
            return
        games = {reader.game_id for reader in readers}
        await self.hub.check_moves(games)
        seen = [
            (reader.game_id, reader.account_id)
            for reader in readers
            if reader.account_id is not None and reader.viewer is not None
        ]
        watched = {game: self._feeds[game].spectators() for game in games if game in self._feeds}
        await in_thread(_record_presence, seen, watched)
        await show_players(readers)


class Connection:
    """The front's entry in a request's environment: the registry, and the hold that a view sets."""

    def __init__(self, registry: ConnectionRegistry) -> None:
        self.registry = registry
        self.hold: Hold | None = None
        self._caller: str | None = None
        self._places = 0

    def admit(self, caller: str, *, places: int = 1) -> bool:
        """Count it as ``places`` open connections of the caller; return False at the limit."""
        is_admitted = self.registry.admit(caller, places=places)
        if is_admitted:
            self._caller, self._places = caller, places
        return is_admitted

    def give_back(self) -> None:
        """Count it as one connection fewer, but as at least one."""
        if self._caller is not None and self._places > 1:
            self._places -= 1
            self.registry.release(self._caller)

    def close(self) -> None:
        if self._caller is not None:
            self.registry.release(self._caller, places=self._places)


def _record_presence(seen: Sequence[tuple[int, int]], audiences: Mapping[int, Spectators]) -> None:
    now = timezone.now()
    if players := presence.due(seen):
        presence.note_seen(players, now=now)
    presence.note_watched(audiences, now=now)


def _record_online(account_ids: Sequence[int]) -> None:
    presence.note_online(dict.fromkeys(account_ids), now=timezone.now())

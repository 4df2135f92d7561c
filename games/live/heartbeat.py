"""One timer for all streams: sends heartbeats, and checks that tokens, tickets and watch codes are
still valid.

Streams that are due together are handled in batches, so that no move waits for thousands of
heartbeats.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from django.utils import timezone

from accounts.credentials import tokens
from games.live import frames
from games.live.frames import FrameFormat, FrameWriter
from games.live.game_reader import Reader
from games.live.stream import FrameStream
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.play import visibility

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
        """The games that it reads, and how."""


class Due(NamedTuple):
    """The time of a stream's next heartbeat, by the clock of the event loop."""

    at: float
    subject: Subject


class Heartbeat:
    """Sends a heartbeat to each stream every ``seconds``; ``check`` then checks each batch
    further.
    """

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
        open_passes = await in_thread(visibility.valid, passes) if passes else set()
        for subject, held in zip(subjects, credentials, strict=True):
            if held.token_id is not None and held.token_id not in valid:
                subject.stream.end("invalid_token")
            elif held.expires_at is not None and held.expires_at <= now:
                subject.stream.end("ticket_expired")
            elif held.watch_pass is not None and held.watch_pass not in open_passes:
                subject.stream.end("watch_code_ended")
        await self._check(subjects)

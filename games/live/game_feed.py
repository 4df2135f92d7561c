"""The moves of one game for all its readers in this process: each is read once, and rendered once
per seat.
"""

import asyncio
import logging
from contextlib import suppress

from django.utils import timezone

from games.engine.refusals import MalformedEntry
from games.live import frames
from games.live.frames_by_seat import FramesBySeat
from games.live.game_reader import Reader, ReaderTerms
from games.live.hub import CatchingUp, Hub
from games.live.players_feed import EmotesFeed, show_players
from games.log import ids, metrics
from games.log.error_summary import summary
from games.log.heads import ClockReading
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.emotes import EmoteNotification
from games.log.notify.pages import Page, Pager
from games.play import invitations
from games.play.presence import Spectators

RETRY_SECONDS = 1.0
"""Between tries to read moves while the database is away."""

logger = logging.getLogger(__name__)


class GameFeed:
    """The feed of one game."""

    def __init__(self, hub: Hub, catching_up: CatchingUp, terms: ReaderTerms) -> None:
        """Begin at the version that the first reader has seen."""
        self.game_id = terms.game_id
        self.readers: set[Reader] = set()
        self._hub, self._catching_up, self._rules = hub, catching_up, terms.rules
        self._pager = Pager(terms.game_id, after=terms.version, is_lobby=terms.is_lobby)
        self._target, self._revision = terms.version, terms.revision
        self._must_check_guests = False
        self._task: asyncio.Task[None] | None = None
        self._emotes = EmotesFeed(self.readers)
        hub.watch(self.game_id, self)

    def close(self) -> None:
        """Stop following the game."""
        self._hub.unwatch(self.game_id, self)
        self._emotes.close()
        if self._task is not None:
            self._task.cancel()

    def clock_read(self, reading: ClockReading) -> None:
        """Show the readers a clock that was changed without a move."""
        if reading.revision != self._revision:
            self._revision = reading.revision
            frame = frames.clock(reading, now=timezone.now())
            for reader in self.readers:
                reader.stream.send(frame)

    def emoted(self, notice: EmoteNotification) -> None:
        """Show an emote to the readers."""
        self._emotes.show(notice)

    def moved(self, version: int) -> None:
        """Start reading new moves, unless that is in progress.

        A notification without a move can be a declined invitation.
        """
        self._target = max(self._target, version)
        self._must_check_guests = any(reader.is_guest for reader in self.readers)
        if self._task is None and (self._target > self._pager.after or self._must_check_guests):
            self._task = asyncio.create_task(self._read_on())

    def admit(self, reader: Reader) -> bool:
        """Add a reader; return whether it has all moves that were read, and needs no ``serve``."""
        self.readers.add(reader)
        reader.is_caught_up = reader.cursor == self._pager.after
        return reader.is_caught_up

    async def serve(self, reader: Reader) -> None:
        """Send a reader all missing moves, then every new move."""
        pager = Pager(self.game_id, after=reader.cursor, is_lobby=reader.terms.is_lobby)
        address, is_behind = reader.stream.credentials.address, True
        while is_behind and not reader.stream.has_ended:
            try:
                page = await self._catching_up.read(
                    address, pager, until=self._target, with_head=reader.terms.wants_state
                )
                self._deliver(page, reader)
            except UNAVAILABLE:
                reader.stream.send(frames.waiting())
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except MalformedEntry:
                reader.stream.end("unavailable")
            await reader.stream.sent()
            is_behind = pager.after < self._pager.after
        reader.is_caught_up = True
        self.moved(pager.after)

    def spectators(self) -> Spectators:
        """Return the readers that have no seat or have left theirs."""
        watching = [reader for reader in self.readers if reader.viewer is None]
        strangers = (reader.account_id for reader in watching if reader.seat is None)
        return Spectators(len(watching), {each for each in strangers if each is not None})

    async def _read_on(self) -> None:
        try:
            while self._target > self._pager.after or self._must_check_guests:
                if self._target <= self._pager.after:
                    await self._check_guests()
                    continue
                wants_state = any(reader.terms.wants_state for reader in self.readers)
                page = await self._next_page(with_head=wants_state)
                self._deliver(page, *(r for r in self.readers if r.is_caught_up))
                if page.seats is not None and page.moves:
                    await show_players(tuple(self.readers))
                for move in page.moves:
                    delay = (timezone.now() - move.at).total_seconds()
                    metrics.FRAME_DELAY.observe(max(delay, 0.0))
                if not page.moves:  # a restored database has fewer moves than were announced
                    self._target = self._pager.after
        except UNAVAILABLE as error:
            logger.warning("Cannot read moves; the next heartbeat tries again: %s", error)
        except MalformedEntry as error:  # for example, a process with newer code wrote the move
            game = ids.to_text(self.game_id)
            logger.warning("Cannot read moves of game %s: %s", game, summary(error))
            for reader in tuple(self.readers):
                reader.stream.end("unavailable")
        finally:
            self._task = None

    async def _next_page(self, *, with_head: bool) -> Page:
        if self._hub.loop_reader is not None:
            with suppress(*UNAVAILABLE):  # the thread tries again
                fetch = self._hub.loop_reader.fetch
                page = await self._pager.read_in_loop(fetch, with_head=with_head)
                if page is not None:
                    return page
        return await in_thread(self._pager.read, with_head=with_head)

    async def _check_guests(self) -> None:
        """End the streams of those who declined their invitation."""
        self._must_check_guests = False
        guests = {r.account_id for r in self.readers if r.is_guest and r.account_id is not None}
        declined = await in_thread(invitations.decliners, self.game_id, guests)
        for reader in tuple(self.readers):
            if reader.is_guest and reader.account_id in declined:
                reader.stream.end("invitation_ended")

    def _deliver(self, page: Page, *readers: Reader) -> None:
        moves = FramesBySeat(page.moves, self._rules, page.head)
        for reader in readers:
            if page.seats is not None:
                reader.update_seat(page.seats)
            if page.has_started:
                reader.handle_start()
            reader.send_moves(moves)
            if page.end is not None:
                reader.stream.end(page.end)

"""One game for all its readers in this process: its moves, players and emotes.

Each move is read once, and rendered once per seat. Emotes are not shown to readers who blocked the
sender or want none.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.utils import timezone

from accounts import blocks
from games.engine.refusals import MalformedEntry
from games.live import frames
from games.live.frames import Frame
from games.live.frames_by_seat import FramesBySeat
from games.live.game_reader import Reader, ReaderTerms
from games.live.hub import CatchingUp, Hub
from games.log import ids, metrics
from games.log.head_reader import ClockReading
from games.log.models import Seat
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.notifications import EmoteNotification
from games.log.notify.pages import Page, Pager
from games.log.reader import error_summary
from games.play import followed, invitations, visibility
from games.play.presence import Spectators
from games.play.visibility import WatchPass


class Access(NamedTuple):
    """Who may still see some games."""

    insiders: set[tuple[int, int]]
    """Pairs of a game id and an account that is seated there or, of the guests in question,
    invited.
    """
    passes: set[WatchPass]

    def is_for(self, reader: Reader) -> bool:
        """Return whether a reader may see their game."""
        if reader.account_id is not None and (reader.game_id, reader.account_id) in self.insiders:
            return True
        if reader.seat is not None or reader.terms.is_private:
            return False
        watch_pass = reader.stream.credentials.watch_pass
        return watch_pass is None or watch_pass in self.passes


def read_access(
    seats: Mapping[int, Collection[Seat]],
    guests: Collection[tuple[int, int]],
    passes: Collection[WatchPass],
) -> Access:
    """Read who may still see the games with these taken seats: those of ``guests`` who are invited,
    and holders of valid ``passes``.
    """
    seated = {(game, each.account_id) for game in seats for each in seats[game] if each.account_id}
    return Access(
        seated | (visibility.invited(guests) if guests else set()),
        visibility.valid_watch_passes(passes) if passes else set(),
    )


async def show_players(readers: Collection[Reader]) -> None:
    """Send readers the players of their games, where they have changed."""
    if not readers:
        return
    games = {reader.game_id for reader in readers}
    guests = {(r.game_id, r.account_id) for r in readers if r.is_guest and r.account_id is not None}
    codes = (reader.stream.credentials.watch_pass for reader in readers)
    passes = {each for each in codes if each is not None}
    shown, access = await in_thread(_read, games, guests, passes)
    for reader in readers:
        if access.is_for(reader):
            reader.show_players(shown[reader.game_id])


def _read(
    games: Collection[int], guests: Collection[tuple[int, int]], passes: Collection[WatchPass]
) -> tuple[dict[int, Frame], Access]:
    """Read the players, then access: readers are sent only what they were still allowed to see."""
    now = timezone.now()
    seats = followed.of_games(games)
    shown = {game: frames.players(seats[game], now=now) for game in seats}
    return shown, read_access(seats, guests, passes)


MOST_WAITING = 20
"""Emotes of a game that wait to be shown; a newer one replaces the oldest."""

logger = logging.getLogger(__name__)


class _Shown(NamedTuple):
    """Who may see what of some emotes."""

    access: Access
    blocked: dict[int, Collection[int]]
    """Accounts that blocked its player, by seat."""


class EmotesFeed:
    """Shows emotes to the readers of one game, in order. Lives in the event loop."""

    def __init__(self, readers: Collection[Reader]) -> None:
        self._readers = readers
        self._waiting: deque[EmoteNotification] = deque(maxlen=MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def show(self, notification: EmoteNotification) -> None:
        """Show an emote soon, if a reader wants emotes."""
        if any(reader.terms.wants_emotes for reader in self._readers):
            self._waiting.append(notification)
            if self._task is None:
                self._task = asyncio.create_task(self._show_on())

    async def _show_on(self) -> None:
        try:
            while self._waiting:
                notifications = [*self._waiting]
                self._waiting.clear()
                await self._show(notifications)
        except UNAVAILABLE as error:
            logger.warning("Cannot show emotes: %s", error)
        finally:
            self._task = None

    async def _show(self, notifications: Sequence[EmoteNotification]) -> None:
        readers = [reader for reader in self._readers if reader.terms.wants_emotes]
        accounts = {r.terms.blocks_of for r in readers if r.terms.blocks_of is not None}
        game_id = notifications[0].game_id
        guests = {(game_id, r.account_id) for r in readers if r.is_guest and r.account_id}
        codes = (reader.stream.credentials.watch_pass for reader in readers)
        passes = {each for each in codes if each is not None}

        def read() -> _Shown:
            seats = followed.of_games([game_id])
            players = {seat.number: seat.account for seat in seats[game_id] if seat.account}
            senders = {n.seat: players[n.seat] for n in notifications if n.seat in players}
            blockers = blocks.blockers(senders.values(), accounts)
            return _Shown(
                read_access(seats, guests, passes),
                {seat: blockers[player.pk] for seat, player in senders.items()},
            )

        shown = await in_thread(read)
        for seat, emote in ((each.seat, each.emote) for each in notifications):
            if seat not in shown.blocked:
                continue
            frame = frames.emote(seat, emote)
            for reader in readers:
                is_blocked = reader.terms.blocks_of in shown.blocked[seat]
                if not is_blocked and shown.access.is_for(reader):
                    reader.stream.send(frame)


RETRY_SECONDS = 1.0
"""Between tries to read moves while the database is away."""


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
            logger.warning("Cannot read moves of game %s: %s", game, error_summary(error))
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

"""The players of games, for their streams: names, kinds, and who is online.

The emotes of a game, for its streams: not to readers who blocked the sender or want none.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone

from accounts import blocks
from games.live import frames
from games.live.frames import Frame
from games.live.game_reader import Reader
from games.log.models import Seat
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.emotes import EmoteNotification
from games.play import followed, visibility
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
        visibility.valid(passes) if passes else set(),
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
        """Show no more."""
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

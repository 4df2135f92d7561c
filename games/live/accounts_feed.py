"""News of accounts, for all open ``/me/stream`` connections in this process."""

import asyncio
import logging
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Protocol

from accounts import notices
from accounts.models import Notice
from accounts.notices import Unread
from games.live import frames
from games.live.hub import Hub
from games.live.stream import Stream
from games.log.notify.database_threads import UNAVAILABLE, in_thread
from games.log.notify.notifications import MoveNotification
from games.play import inbox, visibility
from games.play.inbox import InboxGame, InboxGames, NoticeKind

MOST_ENDED = 20
"""Games that an inbox remembers after their end: a change can be announced more than once."""

logger = logging.getLogger(__name__)


class Subscriber(Protocol):
    """Receives changes of an account."""

    @property
    def account_id(self) -> int: ...

    @property
    def known(self) -> InboxGames:
        """The games as it last saw them."""

    def update(
        self, games: InboxGames, game_ids: Collection[int], *, accessed: Collection[int] = ()
    ) -> None:
        """Receive the state of these games; missing ones concern the account no more."""


class Inbox:
    """An account's stream, and what its reader knows."""

    __slots__ = ("_ended", "_filled_at", "_last_notice", "account_id", "known", "stream", "unread")
    readers = ()
    """It reads no game."""

    def __init__(
        self,
        stream: Stream,
        *,
        account_id: int,
        known: InboxGames,
        unread: Unread,
        filled_at: datetime,
    ) -> None:
        self.stream, self.account_id, self.known = stream, account_id, known
        self.unread, self._filled_at = unread, filled_at
        self._last_notice = unread.newest
        self._ended: InboxGames = {}
        """The last games that ended, the oldest first."""

    def update(
        self, games: InboxGames, game_ids: Collection[int], *, accessed: Collection[int] = ()
    ) -> None:
        """Send what changed in these games; when a game ends, also that its hidden cards were
        seen.
        """
        for game_id in game_ids:
            before, after = self.known.pop(game_id, None), games.get(game_id)
            ended = after if after is not None and after.status in ("over", "closed") else None
            if before is None and ended is not None:
                before = self._ended.get(game_id) or self._at_first(ended)
            concern = after or before
            what = inbox.changes_between(before, after)
            if "over" in what and game_id in accessed:
                what.append("looked_into")
            if concern is not None and what:
                self.stream.send(frames.game(concern, what))
            if ended is not None:
                self._remember(ended)
            elif after is not None:
                self.known[game_id] = after

    def _at_first(self, ended: InboxGame) -> InboxGame | None:
        """Return how a game was when the inbox was filled, if it was over then."""
        is_old = ended.finished_at is not None and ended.finished_at < self._filled_at
        return ended._replace(rulings=0) if is_old else None

    def _remember(self, ended: InboxGame) -> None:
        self._ended.pop(ended.game_id, None)
        self._ended[ended.game_id] = ended
        if len(self._ended) > MOST_ENDED:
            del self._ended[next(iter(self._ended))]

    def count(self, unread: Unread, cancelled: Iterable[Notice]) -> None:
        """Send the new ones of these cancelled tournaments, then the number of unread notices if it
        has changed.
        """
        for notice in cancelled:
            if notice.pk > self._last_notice:
                self._last_notice = notice.pk
                self.stream.send(frames.cancelled(notice.data["tournament"]))
        if unread.number != self.unread.number:
            self.stream.send(frames.notices(unread_notices=unread.number))
        self.unread = unread


class AccountsFeed:
    """Finds the accounts that changed games concern, one query at a time for all changes so far."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._inboxes: dict[int, set[Subscriber]] = {}
        self._games: set[int] = set()
        self._accounts: set[int] = set()
        self._task: asyncio.Task[None] | None = None

    def join(self, inbox: Subscriber) -> None:
        """Send changes from now on, and those since the inbox was filled."""
        self._inboxes.setdefault(inbox.account_id, set()).add(inbox)
        self._hub.listen(self)
        self.refresh(inbox.account_id)

    def leave(self, inbox: Subscriber) -> None:
        inboxes = self._inboxes[inbox.account_id]
        inboxes.discard(inbox)
        if not inboxes:
            del self._inboxes[inbox.account_id]
        if not self._inboxes:
            self._hub.unlisten(self)

    def refresh(self, *account_ids: int) -> None:
        """Check whether these accounts have missed changes."""
        self._accounts.update(account_ids)
        self._wake()

    def heard(self, notification: MoveNotification | None) -> None:
        """Check the accounts that the game concerns, or all if notifications were missed."""
        if notification is None:
            self._accounts.update(self._inboxes)
        else:
            self._games.add(notification.game_id)
        self._wake()

    def _wake(self) -> None:
        if self._task is None and self._inboxes:
            self._task = asyncio.create_task(self._read_on())

    async def _read_on(self) -> None:
        try:
            while self._accounts or self._games:
                if self._accounts:
                    await self._update_accounts()
                if self._games:
                    await self._update_games()
        except UNAVAILABLE as error:
            logger.warning("Cannot read changes; the next heartbeat tries again: %s", error)
        finally:
            self._task = None

    async def _update_accounts(self) -> None:
        accounts, self._accounts = self._accounts, set()
        found = await in_thread(inbox.of_accounts, accounts)
        for account in accounts:
            games = found.get(account, {})
            for reader in tuple(self._inboxes.get(account, ())):
                self._games |= reader.known.keys() - games.keys()  # left, or ended
                reader.update(games, games.keys())
        await self._count_notices(accounts)

    async def _count_notices(self, account_ids: Collection[int]) -> None:
        readers = [
            reader
            for account in account_ids
            for reader in self._inboxes.get(account, ())
            if isinstance(reader, Inbox)
        ]
        if readers:
            unread = await in_thread(notices.unread, {each.account_id for each in readers})
            readers = [each for each in readers if each.unread != unread[each.account_id]]
        if readers:
            cancelled = await in_thread(_cancelled, {each.account_id for each in readers})
            for reader in readers:
                reader.count(unread[reader.account_id], cancelled[reader.account_id])

    async def _update_games(self) -> None:
        games, self._games = self._games, set()
        by_account = await in_thread(inbox.of_games, games)
        accessed = await in_thread(visibility.games_with_hidden_access, _over(by_account))
        lost = {
            (account, game_id)
            for account, inboxes in self._inboxes.items()
            for reader in inboxes
            for game_id in (games & reader.known.keys()) - by_account.get(account, {}).keys()
        }
        standings = await in_thread(inbox.standings, {game_id for _, game_id in lost})
        for account, inboxes in tuple(self._inboxes.items()):
            mine = by_account.get(account, {})
            for reader in tuple(inboxes):
                concerned = games & (mine.keys() | reader.known.keys())
                for game_id in concerned & (standings.keys() - mine.keys()):
                    version, status = standings[game_id]
                    known = reader.known[game_id]
                    reader.known[game_id] = known._replace(version=version, status=status)
                reader.update(mine, concerned, accessed=accessed)
        # Rulings, accesses and closed lobbies create notices.
        notified = _ruled_or_ended(by_account) | {account for account, _ in lost}
        await self._count_notices(notified & self._inboxes.keys())


def _cancelled(account_ids: Collection[int]) -> dict[int, list[Notice]]:
    """Return the unread notices of cancelled tournaments by account, oldest first."""
    found: dict[int, list[Notice]] = {account_id: [] for account_id in account_ids}
    kind = NoticeKind.TOURNAMENT_CANCELLED
    for notice in Notice.objects.filter(account__in=account_ids, kind=kind, read_at=None):
        found[notice.account_id].append(notice)
    return found


def _ruled_or_ended(by_account: dict[int, InboxGames]) -> set[int]:
    """Return the accounts of games that are over, closed or were ruled on."""
    return {
        account
        for account, mine in by_account.items()
        if any(concern.status in ("over", "closed") or concern.rulings for concern in mine.values())
    }


def _over(by_account: dict[int, InboxGames]) -> set[int]:
    every = (concern for mine in by_account.values() for concern in mine.values())
    return {concern.game_id for concern in every if concern.status == "over"}

"""The inbox of an account: its open games and invitations, and what is new about each."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q, QuerySet

from games.engine.cards import Seat
from games.engine.refusals import MalformedEntry
from games.log import reader
from games.log.models import OPEN, GameStatus, Position
from games.log.models import Seat as SeatRow
from games.play import consequences, invitations
from games.play.models import Invitation


class InboxGame(NamedTuple):
    """A game in the inbox of an account. ``seat`` is None while the account is only invited."""

    game_id: int
    version: int
    status: str
    seat: Seat | None
    is_turn: bool
    rulings: int = 0
    """The number of rulings on the game."""
    finished_at: datetime | None = None
    """When it was over, or None."""


InboxGames = dict[int, InboxGame]
"""Games of one account, by game id."""


def of_accounts(account_ids: Collection[int]) -> dict[int, InboxGames]:
    """Return the open games of these accounts, by account.

    Leaves out a game that ends during the query.
    """
    return _read(Q(account_id__in=account_ids, game__status__in=OPEN))


def of_games(game_ids: Collection[int]) -> dict[int, InboxGames]:
    """Return these games for all accounts that they concern, by account, ended games too."""
    return _read(Q(game_id__in=game_ids))


def standings(game_ids: Collection[int]) -> dict[int, tuple[int, str]]:
    """Return the version and the status of these games, not only of those of one account."""
    if not game_ids:
        return {}
    rows = Position.objects.filter(pk__in=game_ids)
    return {row[0]: row[1:] for row in rows.values_list("pk", "version", "game__status")}


def changes_between(before: InboxGame | None, after: InboxGame | None) -> list[str]:
    """Return what has changed in a game, in the order of events; usually an empty list.

    >>> lobby = InboxGame(1, 2, "lobby", 0, False)
    >>> changes_between(lobby, InboxGame(1, 4, "running", 0, True))
    ['started', 'your_turn']
    """
    was_seated = before is not None and before.seat is not None
    if after is None or after.seat is None:
        if before is None:
            return [] if after is None else ["invited"]
        if was_seated:
            return ["left"]
        return ["invitation_ended"] if after is None else []
    if before is None and after.status == GameStatus.OVER and after.rulings:
        return ["ruled"]  # a game that ended long ago moves by rulings alone
    if before is None and after.status == GameStatus.CLOSED:
        return []  # its end was reported
    happened = {
        "joined": not was_seated,
        "started": after.status == GameStatus.RUNNING and _status(before) == GameStatus.LOBBY,
        "your_turn": after.is_turn and (before is None or before.version != after.version),
        "ruled": after.rulings > (0 if before is None else before.rulings),
        "over": after.status == GameStatus.OVER and _status(before) != GameStatus.OVER,
        "closed": after.status == GameStatus.CLOSED and _status(before) != GameStatus.CLOSED,
    }
    return [what for what, is_new in happened.items() if is_new]


def _status(game: InboxGame | None) -> str:
    return GameStatus.LOBBY if game is None else game.status


def _read(condition: Q) -> dict[int, InboxGames]:
    people = SeatRow.objects.filter(condition, account__isnull=False).order_by()
    invited = Invitation.objects.filter(
        condition, game__status=GameStatus.LOBBY, declined_at__isnull=True
    )
    # Read positions before seats: an outdated position is read again with the next notification,
    # outdated seats are not.
    known = _positions(people.values("game_id").union(invited.values("game_id")))
    seats = people.values_list("account_id", "game_id", "number")
    invitations = ((*row, None) for row in invited.values_list("account_id", "game_id"))
    inboxes: dict[int, InboxGames] = {}
    for account_id, game_id, seat in (*invitations, *seats):
        if game_id not in known:
            continue  # the seat was taken, or the game opened, after positions were read
        position = known[game_id]
        is_turn = seat is not None and seat == position.awaited
        game = InboxGame(
            game_id,
            position.version,
            position.status,
            seat,
            is_turn,
            position.rulings,
            position.finished_at,
        )
        inboxes.setdefault(account_id, {})[game_id] = game
    return inboxes


class _Position(NamedTuple):
    """Where a game stands. A game that cannot be read, for example because newer code stored it,
    awaits no seat.
    """

    version: int
    status: str
    finished_at: datetime | None
    awaited: Seat | None = None
    """The seat whose turn it is, if its player has not left."""
    rulings: int = 0


def _positions(game_ids: QuerySet[Any, Any]) -> dict[int, _Position]:
    rows = Position.objects.filter(pk__in=game_ids).values_list(
        "pk", "state", "game__rules", "version", "game__status", "game__finished_at"
    )
    by_game: dict[int, _Position] = {}
    for game_id, text, rules, version, status, finished_at in rows:
        found = _Position(version, status, finished_at)
        try:
            state = reader.read_position(game_id, version, text, rules)
        except MalformedEntry:
            by_game[game_id] = found
            continue
        awaited = state.to_act() if status == GameStatus.RUNNING else None
        if awaited is not None and state.left >> awaited & 1:
            awaited = None
        by_game[game_id] = found._replace(awaited=awaited, rulings=len(state.rulings))
    return by_game


class NoticeKind(models.TextChoices):
    """What a notice is about."""

    DISPUTE_RULED = "dispute_ruled", "a dispute was ruled on"
    APPEAL_RULED = "appeal_ruled", "an appeal was ruled on"
    WARNED = "warned", "you were warned"
    SUSPENDED = "suspended", "your account was suspended"
    SEAT_REMOVED = "seat_removed", "your seat was removed from a game"
    SEAT_RESTORED = "seat_restored", "your seat in a game was restored"
    ACCESSED = "looked_into", "a reviewer saw hidden cards of a game that you played"
    RULING_UNDONE = "ruling_undone", "a ruling was undone, so its dispute waits again"
    RENAMED = "renamed", "a reviewer replaced your username; `GET /me` has the new one"
    WEBHOOK_DISABLED = "webhook_disabled", "a webhook was disabled, since its address failed"
    INVITATION_DECLINED = invitations.DECLINED, "an invitation to your game was declined"
    TOURNAMENT_REMOVED = "tournament_removed", "a director removed you from a tournament"
    LOBBY_CLOSED = (
        consequences.LOBBY_CLOSED,
        "a lobby in which you waited or were invited was closed",
    )
    TOURNAMENT_CANCELLED = (
        "tournament_cancelled",
        "a tournament in which you took part was cancelled",
    )


class TournamentStatus(models.TextChoices):
    """State of a tournament."""

    OPEN = "open", "before its start"
    RUNNING = "running", "running"
    PAUSED = "paused", "running, without new tables"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"

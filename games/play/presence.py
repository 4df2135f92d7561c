"""Presence and emotes: who is at a table, and what they show each other. No game state has them.

Writes at most once per ``INTERVAL`` for each seat and account, and for the spectators of each game
and process.
"""

import secrets
import time
from collections.abc import Collection, Hashable, Iterable, Mapping, Set
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Sum

from accounts.models import User
from accounts.statements import IS_POSTGRESQL, time_value
from games.engine.cards import Seat
from games.engine.refusals import GameIsOver
from games.log import head_reader
from games.log.models import Audience, Game
from games.log.models import Seat as SeatRow
from games.log.notify import notifications
from games.log.notify.notifications import EmoteNotification
from games.play.play import seat_of
from games.play.refusals import EmotesOff

INTERVAL = 30.0  # seconds
STALE = timedelta(seconds=90)
"""An audience count expires after this time without an update, and a player who was seen is not
online any more.
"""

# On PostgreSQL, do not wait for the disk: presence lost in a crash is soon recorded again.
_ASYNC_COMMIT = "FROM (SELECT set_config('synchronous_commit', 'off', true)) AS async_commit"
_SEEN = f"""
UPDATE games_seat SET seen_at = %s {_ASYNC_COMMIT if IS_POSTGRESQL else ""}
WHERE game_id = %s AND account_id = %s"""  # noqa: S608  # only constants
# In one statement for each account, by ascending account, so that processes never deadlock.
_ACCOUNT_SEEN = """
INSERT INTO games_lastseen (account_id, at, game_id, is_bot)
SELECT account.id, %s, %s, account.is_bot FROM accounts_user AS account
WHERE account.id = %s AND account.closed_at IS NULL
ON CONFLICT (account_id) DO UPDATE
SET at = excluded.at, game_id = COALESCE(excluded.game_id, games_lastseen.game_id)"""
_PROCESS = secrets.token_hex(8)
_MOST_RECORDED = 50_000
_recorded: dict[Hashable, float] = {}


class Presence(NamedTuple):
    """Seconds since each player was last seen, by seat, None for never; and how many watch."""

    seats: dict[Seat, float | None]
    spectators: int


class Spectators(NamedTuple):
    """Who watches a game in this process: their number, and the accounts that never had a seat."""

    number: int
    accounts: Set[int]


def of_game(game_id: int, *, now: datetime) -> Presence:
    """Return the presence of a game."""
    people = SeatRow.objects.filter(game_id=game_id, account__isnull=False)
    rows = people.values_list("number", "seen_at")
    seats = {
        seat: None if seen_at is None else max((now - seen_at).total_seconds(), 0.0)
        for seat, seen_at in rows
    }
    fresh = Audience.objects.filter(game_id=game_id, at__gt=now - STALE)
    return Presence(seats, fresh.aggregate(sum=Sum("spectators"))["sum"] or 0)


def due(players: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the players to pass to :func:`note_seen` now, as pairs of a game id and an account."""
    return [player for player in players if _is_due(player)]


def is_online(seen_at: datetime | None, *, now: datetime) -> bool:
    """Return whether a player was seen recently at this game."""
    return seen_at is not None and seen_at > now - STALE


def note_seen(players: Collection[tuple[int, int]], *, now: datetime) -> None:
    """Record that these players, who are :func:`due`, were seen, in one transaction."""
    at = time_value(now)
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        # In one order, so that processes never deadlock.
        for game_id, account_id in sorted(players):
            cursor.execute(_SEEN, [at, game_id, account_id])
        note_online({account_id: game_id for game_id, account_id in players}, now=now)


def note_online(tables: Mapping[int, int | None], *, now: datetime) -> None:
    """Record that these accounts were seen, each at a game; None keeps the last game."""
    due = [account_id for account_id in sorted(tables) if _is_due(("account", account_id))]
    if not due:
        return
    at = time_value(now)
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        for account_id in due:
            cursor.execute(_ACCOUNT_SEEN, [at, tables[account_id], account_id])


def note_watched(audiences: Mapping[int, Spectators], *, now: datetime) -> None:
    """Record the spectators of each game in this process."""
    games = [game_id for game_id in audiences if _is_due(("audience", game_id))]
    if not games:
        return
    watching = {account_id for game_id in games for account_id in audiences[game_id].accounts}
    people = User.objects.filter(pk__in=watching, is_guest=False, is_bot=False)
    registered = set(people.values_list("pk", flat=True))
    Audience.objects.filter(at__lt=now - STALE).delete()
    Audience.objects.bulk_create(
        [
            Audience(
                game_id=game_id,
                process=_PROCESS,
                spectators=audiences[game_id].number,
                registered=len(audiences[game_id].accounts & registered),
                at=now,
            )
            for game_id in games
        ],
        update_conflicts=True,
        unique_fields=["game", "process"],
        update_fields=["spectators", "registered", "at"],
    )


def _is_due(key: Hashable) -> bool:
    """Return whether this was not recorded for ``INTERVAL``, and remember that it is now."""
    now = time.monotonic()
    if now - _recorded.get(key, -INTERVAL) < INTERVAL:
        return False
    if len(_recorded) >= _MOST_RECORDED:
        _recorded.clear()
    _recorded[key] = now
    return True


EMOTES = (
    *("hello", "good_luck", "thinking", "hurry", "nice", "lucky"),
    *("go_fish", "oops", "sorry", "thanks", "wow", "good_game"),
)


def send_emote(game_id: int, account_id: int, emote: str, *, now: datetime) -> None:
    """Show an emote of the account's seat to all who follow the game.

    :raises GameNotFound: if there is no such game, or the account may not see it.
    :raises GameClosed: if the game was closed in its lobby.
    :raises AlreadyLeft: if the account has left the game.
    :raises NotSeated: if it has no seat.
    :raises GameIsOver: after the end of the game, when streams have ended.
    :raises EmotesOff: if the host has switched emotes off.
    """
    head = head_reader.load(game_id, account_id)
    seat = seat_of(head, account_id)
    if head.state.is_over:
        raise GameIsOver
    if not Game.objects.filter(pk=game_id, has_emotes=True).exists():
        raise EmotesOff("The host has switched emotes off in this game.")
    notifications.announce_emote(EmoteNotification(game_id, seat, emote), now=now)

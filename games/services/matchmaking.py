"""Quick match: people who want the same table are seated together, and bots fill it when a wait is over.

Whoever waits stands in ``Match``, in the order of coming. Those who want the same table are let in and out one after
the other, so that 20 who come at once make whole tables and nobody sits twice.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts import locks
from accounts.models import User
from games import ids
from games.engine.commands import Level
from games.engine.presets import compose
from games.engine.refusals import AlreadyStarted
from games.models import Match
from games.refusals import AlreadyWaiting, MatchNotFound
from games.services import create_game, lobby
from games.services.create_game import GameTerms

TURN_SECONDS = 60
"""Strangers play with a clock, and a bot plays on for who leaves."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def enter(
    account_id: int,
    *,
    preset: str,
    overlays: Sequence[str] = (),
    seats: int,
    wait_seconds: int,
    level: Level = "memory",
) -> Match:
    """Wait for a table, or sit down at once if it is complete now.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    :raises TooManyGames: if the account plays too many games.
    :raises AlreadyWaiting: if the account waits already.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    """
    compose(preset, overlays).check(seats=seats)
    lobby.check_open_games(account_id)
    table = f"{'+'.join([preset, *overlays])}/{seats}"
    with transaction.atomic():
        _lock(table)
        locks.check_active(_lock_waiting(table, account_id)[account_id])
        now = timezone.now()
        Match.objects.filter(account_id=account_id, game__isnull=False).delete()
        match = Match(
            id=ids.new_id(now),
            account_id=account_id,
            preset=preset,
            overlays=list(overlays),
            seats=seats,
            table=table,
            level=level,
            until=now + timedelta(seconds=wait_seconds),
        )
        try:
            with transaction.atomic():
                match.save(force_insert=True)
        except IntegrityError:
            raise AlreadyWaiting("You wait for a table already: cancel that match first.") from None
        _seat_who_can_be(table, now)
    match.refresh_from_db()
    return match


def find(match_id: int, account_id: int) -> Match:
    """Return a match of the account's, after what is due.

    :raises MatchNotFound: if it has none of this id.
    """
    match = _find(match_id, account_id)
    if match.game_id is None and match.until <= timezone.now():
        _settle(match.table)
        match = _find(match_id, account_id)
    return match


def cancel(match_id: int, account_id: int) -> None:
    """Wait no longer.

    :raises MatchNotFound: if the account has no match of this id.
    :raises AlreadyStarted: if it was seated.
    """
    with transaction.atomic():
        _lock(_find(match_id, account_id).table)
        match = _find(match_id, account_id)
        if match.game_id is not None:
            game = ids.to_text(match.game_id)
            raise AlreadyStarted(
                f"You were seated in game {game}, which has started: resign there."
            )
        match.delete()


def forget(account_id: int) -> None:
    """Let an account wait for nothing, and forget what it has waited for."""
    for match in Match.objects.filter(account_id=account_id):
        with transaction.atomic():
            _lock(match.table)
            match.delete()


def count_waiting(match: Match) -> int:
    """Return how many people wait for the same table."""
    return Match.objects.filter(table=match.table, game__isnull=True).count()


def settle_next() -> bool:
    """Seat those whose wait has been over for the longest; return whether there was anybody."""
    waiting = Match.objects.filter(game__isnull=True, until__lte=timezone.now())
    match = waiting.order_by("until").first()
    if match is not None:
        _settle(match.table)
    return match is not None


def _settle(table: str) -> None:
    with transaction.atomic():
        _lock(table)
        _lock_waiting(table)
        _seat_who_can_be(table, timezone.now())


def _lock_waiting(table: str, *account_ids: int) -> dict[int, User]:
    """Lock these accounts and those that wait for a table; drop the matches of closed and suspended ones."""
    waiting = Match.objects.filter(table=table, game__isnull=True)
    accounts = locks.lock_all([*waiting.values_list("account_id", flat=True), *account_ids])
    gone = [account.pk for account in accounts.values() if not locks.is_active(account)]
    waiting.filter(account__in=gone).delete()
    return accounts


def _seat_who_can_be(table: str, now: datetime) -> None:
    """Seat whole tables, in the order of coming; and with bots the rest, if somebody's wait is over."""
    waiting = list(Match.objects.filter(table=table, game__isnull=True).order_by("id"))
    while waiting:
        company, waiting = waiting[: waiting[0].seats], waiting[waiting[0].seats :]
        if len(company) < company[0].seats and all(match.until > now for match in company):
            return
        _open_game(company)


def _open_game(company: Sequence[Match]) -> None:
    first = company[0]
    level = cast(Level, first.level)
    opened = create_game.open_table(
        [match.account_id for match in company],
        preset=first.preset,
        overlays=first.overlays,
        seats=first.seats,
        level=level,
        terms=GameTerms(turn_seconds=TURN_SECONDS, on_abandon="stand_in", stand_in=level),
    )
    chosen = Match.objects.filter(pk__in=[match.pk for match in company])
    chosen.update(game_id=opened.head.game_id)


def _find(match_id: int, account_id: int) -> Match:
    match = Match.objects.filter(pk=match_id, account_id=account_id).first()
    if match is None:
        raise MatchNotFound
    return match


def _lock(table: str) -> None:
    """Keep all others away from a table until the commit; on SQLite every writing transaction is alone anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [table])

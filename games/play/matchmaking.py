"""Quick match: seat people who want the same table, of a similar strength, and add bots at the end.

``Match`` holds those who wait, in order of arrival. The allowed difference in strength grows with
the wait. A lock per table serialises its changes, so that simultaneous requests form full tables
and no player is seated twice.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts import blocks, locks
from accounts.models import User
from games.engine.commands import Level
from games.engine.refusals import AlreadyStarted
from games.engine.rule_sets import compose
from games.log import ids
from games.play import create_game, lobby
from games.play.create_game import GameTerms
from games.play.models import Match
from games.play.refusals import AlreadyWaiting, MatchNotFound
from games.ratings import history
from games.ratings.pools import family_of

STEPS = ((0.0, 5.0), (1 / 3, 10.0))
"""The widest difference of ratings from a part of the wait on. From ``ANYONE_FROM`` on, all fit.

There are 5 points between the built-in levels ``memory`` and ``expert``.
"""
ANYONE_FROM = 2 / 3


class MatchWindow(NamedTuple):
    """Which opponents fit now."""

    width: float | None
    """The widest difference of ratings; None for anyone."""
    widens_at: datetime | None
    """When that changes; None if it will not."""


def window(match: Match, *, now: datetime) -> MatchWindow:
    """Return the window of a match. A player without a certain rating fits anyone."""
    if match.mu is None:
        return MatchWindow(None, None)
    entered = ids.time_of(match.pk)
    starts = [(entered + part * (match.until - entered), width) for part, width in STEPS]
    ends = [start for start, _ in starts[1:]] + [entered + ANYONE_FROM * (match.until - entered)]
    for (_, width), end in zip(starts, ends, strict=True):
        if now < end:
            return MatchWindow(width, end)
    return MatchWindow(None, None)


def fits(match: Match, other: Match, *, now: datetime) -> bool:
    """Return whether two players are similar enough: the wider window of the two decides."""
    if match.mu is None or other.mu is None:
        return True
    widths = [window(waiting, now=now).width for waiting in (match, other)]
    return any(width is None or abs(match.mu - other.mu) <= width for width in widths)


TURN_SECONDS = 60
"""Strangers play with a time limit, and a bot takes over for a player who leaves."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def enter(
    account_id: int,
    *,
    preset: str,
    overlays: Sequence[str] = (),
    seats: int,
    wait_seconds: int,
    level: Level = "memory",
    rated: bool = True,
) -> Match:
    """Wait for a table, or take a seat at once if it is complete.

    Players who want no rated game sit together. The others get a rated game if everyone at the
    table is a registered person, or everyone is a bot.

    :raises RulesRefused: if the rules cannot be played, or not by this number of seats.
    :raises LevelNotOffered: if the service does not offer the level yet.
    :raises TooManyGames: if the account is in too many open games.
    :raises AlreadyWaiting: if the account is waiting already.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    """
    compose(preset, overlays).check(seats=seats)
    create_game.check_levels([level])
    lobby.check_open_games(account_id)
    table = f"{'+'.join([preset, *overlays])}/{seats}" + ("" if rated else "/unrated")
    with transaction.atomic():
        _lock(table)
        locks.check_active(_lock_waiting(table, account_id)[account_id])
        now = timezone.now()
        Match.objects.filter(account_id=account_id, game__isnull=False).delete()
        family = family_of(preset, overlays)
        match = Match(
            id=ids.new_id(now),
            account_id=account_id,
            preset=preset,
            overlays=list(overlays),
            seats=seats,
            table=table,
            level=level,
            rated=rated,
            mu=None if family is None else history.certain_mu(account_id, family),
            until=now + timedelta(seconds=wait_seconds),
        )
        match.widens_at = window(match, now=now).widens_at
        try:
            with transaction.atomic():
                match.save(force_insert=True)
        except IntegrityError:
            raise AlreadyWaiting(
                "You are already waiting for a table. Cancel that match first."
            ) from None
        _seat_table(table, now)
    match.refresh_from_db()
    return match


def find(match_id: int, account_id: int) -> Match:
    """Return a match of the account; seat it first if its wait is over.

    :raises MatchNotFound: if the account has no match with this id.
    """
    match = _find(match_id, account_id)
    if match.game_id is None and _is_due(match, timezone.now()):
        _settle(match.table)
        match = _find(match_id, account_id)
    return match


def cancel(match_id: int, account_id: int) -> None:
    """Cancel a match.

    :raises MatchNotFound: if the account has no match with this id.
    :raises AlreadyStarted: if the account already has a seat.
    """
    with transaction.atomic():
        _lock(_find(match_id, account_id).table)
        match = _find(match_id, account_id)
        if match.game_id is not None:
            game = ids.to_text(match.game_id)
            raise AlreadyStarted(
                f"You have a seat in game {game}, which has started. Resign there instead."
            )
        match.delete()


def forget(account_id: int) -> None:
    """Delete all matches of an account."""
    for match in Match.objects.filter(account_id=account_id):
        with transaction.atomic():
            _lock(match.table)
            match.delete()


def count_waiting(match: Match) -> int:
    """Return how many people wait for the same table: always fewer than it has seats.

    More wait only if players have blocked each other, which the number must not reveal.
    """
    waiting = Match.objects.filter(table=match.table, game__isnull=True).count()
    return min(waiting, match.seats - 1)


def settle_next() -> bool:
    """Seat the table whose wait ended first, or one for which more opponents fit now; return
    whether there was one.
    """
    waiting, now = Match.objects.filter(game__isnull=True), timezone.now()
    match = (
        waiting.filter(until__lte=now).order_by("until").first()
        or waiting.filter(widens_at__lte=now).order_by("widens_at").first()
    )
    if match is not None:
        _settle(match.table)
    return match is not None


def _settle(table: str) -> None:
    """Seat all who can be seated, one table per transaction: two starts in one could deadlock with
    others on the counts of rated starts.
    """
    is_seated = True
    while is_seated:
        with transaction.atomic():
            _lock(table)
            _lock_waiting(table)
            is_seated = _seat_table(table, timezone.now())


def _lock_waiting(table: str, *account_ids: int) -> dict[int, User]:
    """Lock these and all waiting accounts; delete matches of closed and suspended ones."""
    waiting = Match.objects.filter(table=table, game__isnull=True)
    accounts = locks.lock_all([*waiting.values_list("account_id", flat=True), *account_ids])
    gone = [account.pk for account in accounts.values() if not locks.is_active(account)]
    waiting.filter(account__in=gone).delete()
    return accounts


def _seat_table(table: str, now: datetime) -> bool:
    """Seat the first full table in order of arrival, or one with bots if a wait is over; return
    whether there was one.

    Two players are never seated together if one has blocked the other. Players of different
    strength are seated together only after one of them has waited for a while.
    """
    matches = Match.objects.filter(table=table, game__isnull=True)
    waiting = list(matches.select_related("account").order_by("id"))
    apart = blocks.pairs([match.account for match in waiting])
    for first in range(len(waiting)):  # later players may fill a table without this one
        players = _first_table(waiting[first:], apart, now)
        if len(players) == players[0].seats or any(match.until <= now for match in players):
            _open_game(players)
            return True
    _note_windows(waiting, now)
    return False


def _note_windows(waiting: Sequence[Match], now: datetime) -> None:
    """Store when the windows of these players widen next."""
    changed = []
    for match in waiting:
        widens_at = window(match, now=now).widens_at
        if match.widens_at != widens_at:
            match.widens_at = widens_at
            changed.append(match)
    if changed:
        Match.objects.bulk_update(changed, ["widens_at"])


def _first_table(
    waiting: Sequence[Match], apart: Collection[frozenset[int]], now: datetime
) -> list[Match]:
    """Return the first player with the next ones who can sit at the same table."""
    players = list(waiting[:1])
    for match in waiting[1:]:
        if len(players) == match.seats:
            break
        is_apart = any(
            frozenset((match.account_id, player.account_id)) in apart for player in players
        )
        if not is_apart and all(fits(match, player, now=now) for player in players):
            players.append(match)
    return players


def _is_due(match: Match, now: datetime) -> bool:
    return match.until <= now or (match.widens_at is not None and match.widens_at <= now)


def _open_game(players: Sequence[Match]) -> None:
    first = players[0]
    pool = create_game.pool_of_accounts(
        [match.account for match in players], has_levels=len(players) < first.seats
    )
    family = family_of(first.preset, first.overlays)
    opened = create_game.open_table(
        [match.account_id for match in players],
        preset=first.preset,
        overlays=first.overlays,
        seats=first.seats,
        level=first.level,
        terms=GameTerms(
            turn_seconds=TURN_SECONDS,
            on_abandon="stand_in",
            stand_in=first.level,
            rated=first.rated and pool is not None and family is not None,
        ),
    )
    chosen = Match.objects.filter(pk__in=[match.pk for match in players])
    chosen.update(game_id=opened.head.game_id)


def _find(match_id: int, account_id: int) -> Match:
    match = Match.objects.filter(pk=match_id, account_id=account_id).first()
    if match is None:
        raise MatchNotFound
    return match


def _lock(table: str) -> None:
    """Lock a table until the commit.

    SQLite needs no lock: it has one writing transaction at a time.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [table])

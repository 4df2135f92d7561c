"""Decide which games are in dumps, and how their players are named there."""

import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.log.models import Game, GameStatus, Seat

PSEUDONYM_BYTES = 8


class DumpedPlayer(NamedTuple):
    """Who sat at a seat: the pseudonym of a person, the username of a bot, or the level of a
    built-in bot.
    """

    name: str
    kind: Literal["person", "bot", "built_in"]


def published(*, since: datetime, before: datetime) -> QuerySet[Game]:
    """Return the games for dumps that ended in this time, by id.

    This is the one place that leaves games out:

    - private games, and with them lessons, games of classes, and games of tournaments by code or
      invitation;
    - games that only their players may watch, and imported ones;
    - games with aids, which tell players what to remember;
    - series, whose deals are no games of their own;
    - games of a player who opted out or closed their account, or whose owner opted out.
    """
    withdrawn = Seat.objects.filter(
        Q(account__in_dumps=False)
        | Q(account__closed_at__isnull=False)
        | Q(account__owner__in_dumps=False),
        game=OuterRef("pk"),
    )
    return Game.objects.filter(
        ~Exists(withdrawn),
        status=GameStatus.OVER,
        finished_at__gte=since,
        finished_at__lt=before,
        is_private=False,
        has_spectators=True,
        imported_from__isnull=True,
        aids=False,
        rules__contains='"target_score":null',
    ).order_by("pk")


def players_of(game_id: int, *, key: bytes) -> Sequence[DumpedPlayer]:
    """Return the players of a game by seat."""
    seats = Seat.objects.filter(game=game_id).select_related("account").order_by("number")
    return [_player(seat, key) for seat in seats]


def series_of(key: bytes) -> str:
    """Return the name of the series of dumps in which pseudonyms stay the same."""
    return _digest(key, "series")


def _player(seat: Seat, key: bytes) -> DumpedPlayer:
    if seat.account is None:
        return DumpedPlayer(seat.bot, "built_in")
    if seat.account.is_bot:
        return DumpedPlayer(seat.account.username, "bot")
    return DumpedPlayer(f"player-{_digest(key, f'account {seat.account_id}')}", "person")


def _digest(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode(), "sha256")[:PSEUDONYM_BYTES].hex()

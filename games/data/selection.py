"""Decide which games are in dumps and exports, and how dumps name their players.

Exports read batches in a fixed order, with a constant number of queries.
"""

import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.log import ids
from games.log.models import Game, GameStatus, Seat
from games.play import game_details, visibility

PSEUDONYM_BYTES = 8


class DumpedPlayer(NamedTuple):
    """Who sat at a seat: a person's pseudonym, a bot's username, or a built-in bot's level."""

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


MOST_SCANNED = 500
"""Games of a player, as the reader may see them, that one batch looks at: filters can leave out
nearly all of them.
"""


class Entry(NamedTuple):
    """A game of an export at its position; None if there is no such game for the reader."""

    position: int
    id: str
    game: Game | None


class Batch(NamedTuple):
    """Consecutive entries of an export, and the last position looked at, None at the end."""

    entries: Sequence[Entry]
    last: int | None


class ExportFilters(NamedTuple):
    """Which games of a player to export; None filters nothing."""

    since: datetime | None = None
    until: datetime | None = None
    preset: str | None = None
    opponent_id: int | None = None
    is_finished: bool | None = None


def batch_of_player(
    player_id: int, reader_id: int | None, filters: ExportFilters, *, after: int, most: int
) -> Batch:
    """Return up to ``most`` games of a player that the reader may see, by ascending id.

    The position of a game is its id. A batch ends at a game that the reader may see, because
    cursors contain its id.
    """
    visible = visibility.listed_games(reader_id, status=None)
    own = visible.filter(seats__account_id=player_id, pk__gt=after).order_by("pk")
    scanned = list(own.values_list("pk", flat=True)[: MOST_SCANNED + 1])
    chosen = _filtered(visible.filter(pk__in=scanned[:MOST_SCANNED]), filters).order_by("pk")
    games = list(_with_details(chosen)[: most + 1])
    entries = [Entry(game.pk, game.public_id, game) for game in games[:most]]
    if len(games) > most:
        return Batch(entries, entries[-1].position)
    return Batch(entries, scanned[MOST_SCANNED - 1] if len(scanned) > MOST_SCANNED else None)


def batch_of_ids(texts: Sequence[str], reader_id: int | None, *, after: int, most: int) -> Batch:
    """Return the games of these public ids, in their order; positions count from 1."""
    part = texts[after : after + most]
    numbers = {text: ids.from_text(text) for text in part}
    known = [number for number in numbers.values() if number is not None]
    visible = visibility.visible_games(reader_id).filter(pk__in=known)
    games = {game.pk: game for game in _with_details(visible)}
    entries = [
        Entry(position, text, games.get(numbers[text] or 0))
        for position, text in enumerate(part, after + 1)
    ]
    return Batch(entries, after + most if after + most < len(texts) else None)


def _with_details(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return a query that also reads what transcripts and ``game_details.details`` need."""
    return game_details.readable(games).defer(None)  # a transcript has the seed


def _filtered(games: QuerySet[Game], filters: ExportFilters) -> QuerySet[Game]:
    since, until, preset, opponent_id, is_finished = filters
    if since is not None:
        games = games.filter(created_at__gte=since)
    if until is not None:
        games = games.filter(created_at__lt=until)
    if preset is not None:
        games = games.filter(preset=preset)
    if opponent_id is not None:
        seat = Seat.objects.filter(game=OuterRef("pk"), account_id=opponent_id)
        games = games.filter(Exists(seat))
    if is_finished is None:
        return games
    over = {"status": GameStatus.OVER}
    return games.filter(**over) if is_finished else games.exclude(**over)

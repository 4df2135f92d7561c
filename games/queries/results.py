"""Results of an account in its finished games, by preset: as they are kept, and counted from the
games.

Imported and annulled games, and games with a built-in bot in a seat, count for no player.
Games that newer code has stored are left out.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, cast

from django.db.models import F, JSONField
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast

from games.engine import codec, ruling, snapshot
from games.engine.events import GameOver, Ruled, SeriesOver
from games.engine.refusals import NewerSchema
from games.log import heads
from games.models import GameStatus, PlayerStatistics, Seat

Json = dict[str, Any]


class ResultCount(NamedTuple):
    """Counts of finished games: won alone, won with others, and lost."""

    played: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0

    def plus(self, other: "ResultCount", *, times: int = 1) -> "ResultCount":
        """Return the sum; with ``times=-1`` the difference."""
        return ResultCount(*(mine + times * its for mine, its in zip(self, other, strict=True)))


def kept(account_id: int) -> dict[str, ResultCount]:
    """Return the kept result counts of each preset in which the account has finished a game."""
    return kept_of([account_id])[account_id]


def kept_of(account_ids: Collection[int]) -> dict[int, dict[str, ResultCount]]:
    """Return the kept result counts of each of these accounts, as :func:`kept` does, in one query.

    The cost does not depend on the number of games.
    """
    by_account: dict[int, dict[str, ResultCount]] = {account_id: {} for account_id in account_ids}
    rows = PlayerStatistics.objects.filter(account_id__in=account_ids, played__gt=0)
    columns = ("account_id", "preset", *ResultCount._fields)
    for account_id, preset, *counts in rows.order_by("preset").values_list(*columns):
        by_account[account_id][preset] = ResultCount(*counts)
    return by_account


def of_seat(seat: int, winners: Sequence[int] | None) -> ResultCount:
    """Return what one game counts for a seat; nothing if the game does not count.

    >>> of_seat(1, (0, 1))
    ResultCount(played=1, won=0, shared=1, lost=0)
    """
    if winners is None:
        return ResultCount()
    has_won = seat in winners
    return ResultCount(
        played=1,
        won=int(has_won and len(winners) == 1),
        shared=int(has_won and len(winners) > 1),
        lost=int(not has_won),
    )


def by_preset(account_id: int) -> dict[str, ResultCount]:
    """Count the results of each preset from all finished games of the account."""
    finished = (
        Seat.objects.filter(
            account_id=account_id, game__status=GameStatus.OVER, game__imported_from__isnull=True
        )
        .exclude(game__seats__bot__gt="")
        .annotate(end=Cast("game__position__state", JSONField()), preset=F("game__preset"))
        .annotate(
            result=KeyTransform("result", "end"),
            series=KeyTransform("series", "end"),
            rulings=KeyTransform("rulings", "end"),
            schema=KeyTransform("schema", "end"),
        )
        .order_by("preset")
        .values_list("preset", "number", "result", "series", "rulings", "schema", "game_id")
    )
    counts: dict[str, ResultCount] = {}
    for preset, seat, result, series, rulings, schema, game_id in finished:
        if schema in snapshot.READ:
            winners = _winners(result, series, rulings or [])
        else:  # written by another version of the code
            try:
                winners = ruling.counted(heads.load(game_id).state)
            except NewerSchema:
                continue  # it counts again after the next upgrade
        if winners is not None:
            counts[preset] = counts.get(preset, ResultCount()).plus(of_seat(seat, winners))
    return counts


def _winners(result: Json, series: Json | None, rulings: list[Json]) -> Sequence[int] | None:
    """Return the seats that count as winners of a finished game; None if it counts for no
    player.
    """
    if not rulings:  # the usual case needs nothing else of the result
        return cast(Sequence[int], (result if series is None else series)["winners"])
    return ruling.winners(
        cast(GameOver, codec.event_from_json(result)),
        None if series is None else cast(SeriesOver, codec.event_from_json(series)),
        tuple(cast(Ruled, codec.event_from_json(ruled)) for ruled in rulings),
    )

"""Results of an account in its finished games: as they are kept, and as the games give them.

Imported and annulled games have none. Games with a built-in bot in a seat count by preset only for
the account's own eyes. Games that newer code has stored are left out.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple, cast

from django.db.models import Exists, JSONField, Max, Min, OuterRef, Q
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast

from games.engine import codec, ruling, snapshot
from games.engine.events import GameOver, Ruled, SeriesOver
from games.engine.refusals import NewerSchema
from games.log import head_reader
from games.log.models import GameStatus, Seat, SeatResult
from games.play.models import PlayerStatistics

Json = dict[str, Any]


class ResultCount(NamedTuple):
    """Counts of finished games: won alone, shared wins, and lost."""

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


class FinishedSeat(NamedTuple):
    """A seat of an account in a finished game."""

    pk: int
    preset: str
    has_bots: bool
    """Whether the game has a built-in bot in a seat."""
    stored: str | None
    """The result that is stored with the seat."""
    result: SeatResult | None
    """The result as the game gives it; None if the game does not count."""


_COUNTS = {
    None: ResultCount(),
    SeatResult.WON: ResultCount(played=1, won=1),
    SeatResult.SHARED: ResultCount(played=1, shared=1),
    SeatResult.LOST: ResultCount(played=1, lost=1),
}


def result_of(seat: int, winners: Sequence[int] | None) -> SeatResult | None:
    """Return how one game ended for a seat; None if the game does not count."""
    if winners is None:
        return None
    if seat not in winners:
        return SeatResult.LOST
    return SeatResult.WON if len(winners) == 1 else SeatResult.SHARED


def count_of(result: SeatResult | None) -> ResultCount:
    """Return what one game with this result counts."""
    return _COUNTS[result]


def of_seat(seat: int, winners: Sequence[int] | None) -> ResultCount:
    """Return what one game counts for a seat; nothing if the game does not count.

    >>> of_seat(1, (0, 1))
    ResultCount(played=1, won=0, shared=1, lost=0)
    """
    return _COUNTS[result_of(seat, winners)]


def finished(account_id: int) -> Iterator[FinishedSeat]:
    """Read all seats of an account in finished games, with the results that the games give."""
    bots = Seat.objects.filter(game=OuterRef("game"), bot__gt="")
    seats = (
        Seat.objects.filter(
            account_id=account_id, game__status=GameStatus.OVER, game__imported_from__isnull=True
        )
        .annotate(end=Cast("game__position__state", JSONField()), has_bots=Exists(bots))
        .annotate(
            outcome=KeyTransform("result", "end"),
            series=KeyTransform("series", "end"),
            rulings=KeyTransform("rulings", "end"),
            schema=KeyTransform("schema", "end"),
        )
        .order_by("game__preset")
        .values_list(
            *("pk", "game__preset", "has_bots", "result", "number", "game_id"),
            *("outcome", "series", "rulings", "schema"),
        )
    )
    for pk, preset, has_bots, stored, number, game_id, outcome, series, rulings, schema in seats:
        if schema in snapshot.READ:
            winners = _winners(outcome, series, rulings or [])
        else:  # written by another version of the code
            try:
                winners = ruling.counted(head_reader.load(game_id).state)
            except NewerSchema:
                continue  # it counts again after the next upgrade
        yield FinishedSeat(pk, preset, has_bots, stored, result_of(number, winners))


def by_preset(account_id: int) -> dict[str, ResultCount]:
    """Count the results by preset from the account's finished games without built-in bots."""
    counts: dict[str, ResultCount] = {}
    for seat in finished(account_id):
        if seat.result is not None and not seat.has_bots:
            counts[seat.preset] = counts.get(seat.preset, ResultCount()).plus(count_of(seat.result))
    return counts


def _winners(result: Json, series: Json | None, rulings: list[Json]) -> Sequence[int] | None:
    """Return the seats that won a finished game; None if it counts for no player."""
    if not rulings:  # the usual case needs nothing else of the result
        return cast(Sequence[int], (result if series is None else series)["winners"])
    return ruling.winners(
        cast(GameOver, codec.event_from_json(result)),
        None if series is None else cast(SeriesOver, codec.event_from_json(series)),
        tuple(cast(Ruled, codec.event_from_json(ruled)) for ruled in rulings),
    )


MOST_SEATS = 2_000
"""The newest seats of an account that are counted, those of games without a result included."""
MIXED = "mixed"
"""Stands for built-in bots of several levels at one table."""


class OwnResults(NamedTuple):
    """Results in the games of a preset against built-in bots of a level."""

    preset: str
    bots: str | None
    """A level or ``MIXED``; None for games without built-in bots."""
    counts: ResultCount


def of_account(account_id: int) -> Sequence[OwnResults]:
    """Return the results of an account in the newest of its finished games, by preset and
    level, those without bots first. In one query.
    """
    newest = Seat.objects.filter(account_id=account_id).order_by("-game_id")
    bots = Q(game__seats__bot__gt="")
    seats = (
        Seat.objects.filter(pk__in=newest.values("pk")[:MOST_SEATS], result__isnull=False)
        .annotate(
            least=Min("game__seats__bot", filter=bots), most=Max("game__seats__bot", filter=bots)
        )
        .order_by()
        .values_list("game__preset", "result", "least", "most")
    )
    summed: dict[tuple[str, str | None], ResultCount] = {}
    for preset, result, least, most in seats:
        key = (preset, least if least == most else MIXED)
        before = summed.get(key, ResultCount())
        summed[key] = before.plus(count_of(SeatResult(str(result))))
    ordered = sorted(summed, key=lambda key: (key[0], key[1] or ""))
    return [OwnResults(*key, summed[key]) for key in ordered]

"""How an account fared in its finished games, by preset.

Games that were imported or annulled, or in which a built-in bot had a seat, count for nobody.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from django.db.models import F, JSONField
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast

from games.engine import codec, ruling, snapshot
from games.engine.events import GameOver, Ruled, SeriesOver
from games.log import reader
from games.models import GameStatus, Seat

Json = dict[str, Any]


class ResultCount(NamedTuple):
    """Games that were played to their end: won alone, won with others, or lost."""

    played: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0


def by_preset(account_id: int) -> dict[str, ResultCount]:
    """Return a tally for every preset that the account has finished a game of, by name."""
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
    tallies: dict[str, ResultCount] = {}
    for preset, seat, result, series, rulings, schema, game_id in finished:
        if schema == snapshot.SCHEMA:
            winners = _winners(result, series, rulings)
        else:  # another version of the code has written it
            winners = ruling.counted(reader.load(game_id).state)
        if winners is not None:
            tallies[preset] = _count(tallies.get(preset, ResultCount()), seat, winners)
    return tallies


def _winners(result: Json, series: Json | None, rulings: list[Json]) -> Sequence[int] | None:
    """Return who counts as winner of a finished game; none if it counts for nobody."""
    if not rulings:  # as mostly: nothing else of the result is needed then
        return cast(Sequence[int], (result if series is None else series)["winners"])
    return ruling.winners(
        cast(GameOver, codec.event_from_json(result)),
        None if series is None else cast(SeriesOver, codec.event_from_json(series)),
        tuple(cast(Ruled, codec.event_from_json(ruled)) for ruled in rulings),
    )


def _count(tally: ResultCount, seat: int, winners: Sequence[int]) -> ResultCount:
    has_won = seat in winners
    return ResultCount(
        played=tally.played + 1,
        won=tally.won + (has_won and len(winners) == 1),
        shared=tally.shared + (has_won and len(winners) > 1),
        lost=tally.lost + (not has_won),
    )

"""The results of an account for its own eyes: also against built-in bots, by preset and level."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max, Min, Q

from games.log.models import Seat, SeatResult
from games.play import results
from games.play.results import ResultCount

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
        summed[key] = before.plus(results.count_of(SeatResult(str(result))))
    ordered = sorted(summed, key=lambda key: (key[0], key[1] or ""))
    return [OwnResults(*key, summed[key]) for key in ordered]

"""How an account fared in its finished games, by preset. Imported games count for nobody."""

from typing import NamedTuple

from django.db.models import F, JSONField
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast

from games.models import Seat, Status


class Tally(NamedTuple):
    """Games that were played to their end: won alone, won with others, or lost."""

    played: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0


def by_preset(account_id: int) -> dict[str, Tally]:
    """Return a tally for every preset that the account has finished a game of, by name."""
    finished = (
        Seat.objects.filter(
            account_id=account_id, game__status=Status.OVER, game__imported_from__isnull=True
        )
        .annotate(end=Cast("game__position__state", JSONField()), preset=F("game__preset"))
        .annotate(
            series=KeyTransform("winners", KeyTransform("series", "end")),
            deal=KeyTransform("winners", KeyTransform("result", "end")),
        )
        .order_by("preset")
        .values_list("preset", "number", "series", "deal")
    )
    tallies: dict[str, Tally] = {}
    for preset, seat, series, deal in finished:
        winners = deal if series is None else series
        tallies[preset] = _count(tallies.get(preset, Tally()), seat, winners)
    return tallies


def _count(tally: Tally, seat: int, winners: list[int]) -> Tally:
    has_won = seat in winners
    return Tally(
        played=tally.played + 1,
        won=tally.won + (has_won and len(winners) == 1),
        shared=tally.shared + (has_won and len(winners) > 1),
        lost=tally.lost + (not has_won),
    )

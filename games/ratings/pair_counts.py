"""Count the games of each two owners in a day, for the daily limit (``games.ratings.pools``).

Only games that started before ``started`` had ``rated`` are counted here.
"""

from collections.abc import Collection, Iterable
from datetime import date

from accounts import purging
from games.ratings import pools
from games.ratings.models import RatedPair


class PairCounts:
    """The counts that one step needs, read at its begin and written at its end."""

    def __init__(self, scope: int, owners: Collection[int], *, days: Collection[date]) -> None:
        self._scope = scope
        self._changed: set[tuple[date, int, int]] = set()
        rows = RatedPair.objects.filter(
            scope=scope, day__in=days, first__in=owners, second__in=owners
        )
        self._counts = {
            (day, first, second): games
            for day, first, second, games in rows.values_list("day", "first", "second", "games")
        }

    def add(self, day: date, owners: Collection[int]) -> bool:
        """Count a game of these owners; return whether two of them had reached the limit before."""
        keys = [(day, *pair) for pair in pools.pairs(owners)]
        is_beyond = any(self._counts.get(key, 0) >= pools.MOST_A_DAY for key in keys)
        for key in keys:
            self._counts[key] = self._counts.get(key, 0) + 1
        self._changed.update(keys)
        return is_beyond

    def save(self) -> None:
        """Write the counts that changed."""
        RatedPair.objects.bulk_create(
            [
                RatedPair(
                    scope=self._scope,
                    day=day,
                    first=first,
                    second=second,
                    games=self._counts[day, first, second],
                )
                for day, first, second in sorted(self._changed)
            ],
            update_conflicts=True,
            unique_fields=["scope", "day", "first", "second"],
            update_fields=["games"],
        )


def purge(*, scopes: Iterable[int], today: date | None, most: int) -> int:
    """Delete counts of other scopes than these, and of days before ``today`` in the order and of
    starts; return how many.
    """
    deleted = purging.delete_first(RatedPair.objects.exclude(scope__in=scopes), by="day", most=most)
    if today is not None:
        daily = RatedPair.objects.filter(scope__in=(RatedPair.ORDER, RatedPair.STARTS))
        deleted += purging.delete_first(daily.filter(day__lt=today), by="day", most=most)
    return deleted

"""Keep the results of players by preset as rows, in step with the games.

A row changes in the transaction that ends a game or rules on a finished one. Rows are locked in the
order of their key, after the position of the game, so that two games of the same players never
deadlock.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.db import connection, transaction

from accounts.models import User
from games.engine import ruling
from games.engine.presets import PRESETS
from games.engine.state import State
from games.models import GameStatus, PlayerStatistics, Seat
from games.queries import results
from games.queries.results import ResultCount

_COLUMNS = ResultCount._fields
_ADDED = ", ".join(f"{name} = kept.{name} + excluded.{name}" for name in _COLUMNS)
_ROW = f"({', '.join(['%s'] * (2 + len(_COLUMNS)))})"


def count(game_id: int, before: State, after: State) -> None:
    """Count the change of a game's result for its players: its end, or another result by a ruling.

    Does nothing if the result is the same. Closed accounts have no rows.
    """
    old, new = ruling.counted(before), ruling.counted(after)
    if old == new:
        return
    seats = Seat.objects.filter(game_id=game_id, game__imported_from__isnull=True)
    rows = list(
        seats.order_by("account_id").values_list(
            "account_id", "number", "bot", "game__preset", "account__closed_at"
        )
    )
    if any(bot for _, _, bot, _, _ in rows):
        return
    added = []
    for account_id, number, _, preset, closed_at in rows:
        change = results.of_seat(number, new).plus(results.of_seat(number, old), times=-1)
        if closed_at is None and any(change):
            added.append((account_id, preset, *change))
    if added:
        _add(added)


@transaction.atomic
def rebuild(account_id: int) -> bool:
    """Count the rows of an account from its games again; return whether they differed.

    Rows of all presets are inserted and locked first. A game that ended before is then visible in
    its table; one that ends later waits for a row, and adds to what is written here.
    """
    presets = _presets(account_id)
    rows = [PlayerStatistics(account_id=account_id, preset=preset) for preset in presets]
    PlayerStatistics.objects.bulk_create(rows, ignore_conflicts=True)
    own = PlayerStatistics.objects.filter(account_id=account_id)
    locked = own.order_by("preset").select_for_update()
    before = {
        preset: ResultCount(*counts) for preset, *counts in locked.values_list("preset", *_COLUMNS)
    }
    is_closed = User.objects.filter(pk=account_id, closed_at__isnull=False).exists()
    counted = {} if is_closed else results.by_preset(account_id)
    differed = False
    for preset, known in before.items():
        right = counted.get(preset, ResultCount())
        if known != right:
            differed = True
            own.filter(preset=preset).update(**right._asdict())
    own.filter(**dict.fromkeys(_COLUMNS, 0)).delete()
    return differed


def _presets(account_id: int) -> list[str]:
    """Return every preset that can have a row, sorted, those of newer code included."""
    finished = Seat.objects.filter(account_id=account_id, game__status=GameStatus.OVER)
    played = finished.order_by().values_list("game__preset", flat=True).distinct()
    return sorted({*PRESETS, *played})


def _add(rows: Sequence[tuple[Any, ...]]) -> None:
    statement = f"""
        INSERT INTO games_playerstatistics AS kept (account_id, preset, {", ".join(_COLUMNS)})
        VALUES {", ".join([_ROW] * len(rows))}
        ON CONFLICT (account_id, preset) DO UPDATE SET {_ADDED}"""  # noqa: S608  # only constants
    with connection.cursor() as cursor:
        cursor.execute(statement, list(chain.from_iterable(rows)))

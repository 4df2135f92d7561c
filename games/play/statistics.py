"""Keep the result of each seat, and those of players by preset as rows, in step with the games.

They change in the transaction that ends a game or rules on a finished one. Rows are locked in the
order of their key, after the position and the seats of the game, so that two games of the same
players never deadlock.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.db import connection
from django.db.models import Case, Q, Value, When

from accounts.models import User
from accounts.statements import small_batch
from games.engine import ruling
from games.engine.presets import PRESETS
from games.engine.state import State
from games.log.models import GameStatus, Seat, SeatResult
from games.play import results
from games.play.models import PlayerStatistics
from games.play.results import FinishedSeat, ResultCount

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
    seats = (
        Seat.objects.filter(game_id=game_id, game__imported_from__isnull=True)
        .select_related("game", "account")
        .only("number", "bot", "game__preset", "account__closed_at")
        .order_by("account_id")  # as `presence` locks them
        .select_for_update(of=("self",), no_key=True)
    )
    rows = list(seats)
    if not rows:
        return
    _store_results(game_id, new)
    added = []
    for seat in rows:
        if seat.account is None:
            return  # a built-in bot
        change = results.of_seat(seat.number, new).plus(results.of_seat(seat.number, old), times=-1)
        if seat.account.closed_at is None and any(change):
            added.append((seat.account.pk, seat.game.preset, *change))
    if added:
        _add(added)


def rebuild(account_id: int) -> bool:
    """Recompute the results of an account's seats and its rows from its games; return whether any
    differed.
    """
    # Each seat by itself: no transaction may wait for a game while it holds a row.
    mended = sum(_mend(seat) for seat in results.finished(account_id))
    return _rebuild_rows(account_id) or mended > 0


def _mend(seat: FinishedSeat) -> bool:
    """Store the result of a seat if it differs; return whether it did.

    A result that was stored since it was read is left alone.
    """
    if seat.stored == seat.result:
        return False
    unchanged = Q(result__isnull=True) if seat.stored is None else Q(result=seat.stored)
    return bool(Seat.objects.filter(unchanged, pk=seat.pk).update(result=seat.result))


@small_batch()
def _rebuild_rows(account_id: int) -> bool:
    """Recount the rows of an account; return whether they differed.

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


def _store_results(game_id: int, winners: Sequence[int] | None) -> None:
    """Store how a game ended for each of its seats."""
    if winners is None:
        Seat.objects.filter(game_id=game_id).update(result=None)
        return
    won = SeatResult.WON if len(winners) == 1 else SeatResult.SHARED
    result = Case(When(number__in=winners, then=Value(won)), default=Value(SeatResult.LOST))
    Seat.objects.filter(game_id=game_id).update(result=result)


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

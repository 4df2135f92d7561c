"""Many copies of one stored game, with its seats and moves, under new ids."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import Model

from games.log import ids
from games.log.models import Game, Move, Position, Seat
from tests.tables import number_of

AT_ONCE = 500  # games of a transaction


def copy(game: str, count: int) -> list[str]:
    """Store copies of a game and return their ids, ascending; all are greater than the game's."""
    number = number_of(game)
    numbers = range(number + 1, number + 1 + count)
    models: tuple[Any, ...] = (Game, Seat, Move, Position)
    for model in models:
        key = "pk" if model is Game else "game"
        rows = list(model.objects.filter(**{key: number}))
        copies = _copies(rows, numbers)
        while batch := list(islice(copies, AT_ONCE * len(rows))):
            model.objects.bulk_create(batch, batch_size=AT_ONCE)
    return [ids.to_text(each) for each in numbers]


def _copies(rows: Sequence[Model], numbers: range) -> Iterator[Any]:
    for number in numbers:
        for row in rows:
            values = {field.attname: getattr(row, field.attname) for field in _columns(row)}
            values["id" if isinstance(row, Game) else "game_id"] = number
            yield type(row)(**values)


def _columns(row: Model) -> list[Any]:
    """Return the columns of a row without a number that the database gives."""
    fields = row._meta.concrete_fields
    return [field for field in fields if not (field.primary_key and isinstance(row, Seat))]

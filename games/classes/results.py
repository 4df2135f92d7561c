"""Results of the games of a class, read from their positions and logs once they are over."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from games.classes.models import ClassTable, SchoolClass
from games.engine import ruling
from games.engine.events import Asked, CardsGiven
from games.log import heads, reader
from games.log.models import GameStatus, Position


class TableLine(NamedTuple):
    """What a pupil got at a table."""

    round: int
    table: int
    books: int
    first: bool


class PupilResult(NamedTuple):
    """What a pupil got in all games."""

    place: int
    name: str
    rank: int
    games: int
    firsts: int
    books: int
    asks: int
    hits: int
    tables: list[TableLine]


def take(table: ClassTable) -> None:
    """Store the result of a table if its game is over.

    :raises MalformedEntry: if it cannot be read.
    """
    assert table.game_id is not None
    head = heads.load(table.game_id)
    if not head.state.is_over:
        return
    asks, hits = Counter[int](), Counter[int]()
    asker = None
    for move in reader.read(table.game_id):
        for event in move.events:
            match event:
                case Asked(seat):
                    asks[seat] += 1
                    asker = seat
                case CardsGiven() if asker is not None:
                    hits[asker] += 1
                    asker = None
                case _:
                    pass
    scores = ruling.scores(head.state) or (0,) * head.state.seats
    best = max(scores)
    table.result = [
        {"books": books, "first": books == best > 0, "asks": asks[seat], "hits": hits[seat]}
        for seat, books in enumerate(scores)
    ]
    ClassTable.objects.filter(pk=table.pk).update(result=table.result)  # it may be deleted by now


def take_ended(table: ClassTable) -> None:
    """Store the result of a table whose game was just ended, even if it was paused.

    :raises MalformedEntry: if it cannot be read.
    """
    Position.objects.filter(pk=table.game_id).update(paused_left=None)
    take(table)


def take_all(school_class: SchoolClass) -> None:
    """Store the results of all games that are over, and have none yet."""
    over = ClassTable.objects.filter(
        school_class=school_class, result__isnull=True, game__status=GameStatus.OVER
    )
    for table in over:
        take(table)


def books_a_game(school_class: SchoolClass) -> dict[int, int]:
    """Return the mean of books of each place that has played, in hundredths."""
    return {
        line.place: 100 * line.books // line.games for line in of_class(school_class) if line.games
    }


def of_class(school_class: SchoolClass) -> list[PupilResult]:
    """Return the results of all pupils, best first: by books a game, then by firsts."""
    take_all(school_class)
    lines: defaultdict[int, list[tuple[TableLine, int, int]]] = defaultdict(list)
    for place, line, asks, hits in _lines(school_class):
        lines[place].append((line, asks, hits))
    found = []
    for number, name in school_class.places.order_by("number").values_list("number", "name"):
        own = lines[number]
        tables = [line for line, _, _ in own]
        found.append(
            PupilResult(
                number,
                name,
                0,
                len(own),
                sum(line.first for line in tables),
                sum(line.books for line in tables),
                sum(asks for _, asks, _ in own),
                sum(hits for _, _, hits in own),
                tables,
            )
        )
    found.sort(key=_key)
    ranked: list[PupilResult] = []
    for index, result in enumerate(found, 1):
        is_equal = bool(ranked) and _key(ranked[-1])[:2] == _key(result)[:2]
        ranked.append(result._replace(rank=ranked[-1].rank if is_equal else index))
    return ranked


def _lines(school_class: SchoolClass) -> Iterator[tuple[int, TableLine, int, int]]:
    tables = ClassTable.objects.filter(school_class=school_class, result__isnull=False)
    for table in tables.order_by("round", "number"):
        for place, each in zip(table.seats, table.result or (), strict=True):
            if place is not None:
                line = TableLine(table.round, table.number, each["books"], each["first"])
                yield place, line, each["asks"], each["hits"]


def _key(result: PupilResult) -> tuple[float, int, int]:
    mean = result.books / result.games if result.games else -1
    return -mean, -result.firsts, result.place

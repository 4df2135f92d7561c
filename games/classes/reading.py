"""Store the results of a class's games, and read what its pages show.

Results come from positions and logs once the games are over. The number of queries is fixed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F

from accounts.credentials import tokens
from accounts.models import Token
from games.classes import access
from games.classes.models import ClassPlace, ClassTable, SchoolClass
from games.engine import ruling
from games.engine.events import Asked, CardsGiven
from games.engine.refusals import MalformedEntry
from games.log import head_reader, reader
from games.log.heads import GameHead
from games.log.models import GameStatus, Position, Seat
from games.play import presence


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
    head = head_reader.load(table.game_id)
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


class TableView(NamedTuple):
    """A table as the teacher sees it; without a head before its start, or if it is unreadable."""

    table: ClassTable
    head: GameHead | None


class ClassOverview(NamedTuple):
    """A class as its teacher sees it."""

    school_class: SchoolClass
    places: Sequence[ClassPlace]
    signed_in: frozenset[int]
    """Accounts with a token that holds."""
    online: frozenset[int]
    """Accounts that were seen at their table lately."""
    tables: Sequence[TableView]

    @property
    def status(self) -> str:
        return status_of(self.school_class, [view.table for view in self.tables])


class ClassLine(NamedTuple):
    """A class in the list of its teacher."""

    school_class: SchoolClass
    status: str
    signed_in: int
    """How many pupils hold a valid token."""


class PupilView(NamedTuple):
    """A class as one of its pupils sees it."""

    place: ClassPlace
    status: str
    table: ClassTable | None


STATUSES = ("waiting", "formed", "playing", "between", "over")


def status_of(school_class: SchoolClass, tables: Sequence[ClassTable]) -> str:
    """Return where a class is, from the tables of its last round."""
    if school_class.ended_at is not None:
        return "over"
    if not tables:
        return "waiting"
    games = [table.game for table in tables if table.game is not None]
    if any(game.status == GameStatus.RUNNING for game in games):
        return "playing"
    return "between" if len(games) == len(tables) else "formed"


def for_teacher(school_class: SchoolClass, *, now: datetime) -> ClassOverview:
    """Return a class as its teacher sees it."""
    places = list(ClassPlace.objects.filter(school_class=school_class).order_by("number"))
    accounts = [place.account_id for place in places if place.account_id is not None]
    live = tokens.live_among(Token.objects.filter(user__in=accounts), now=now)
    tables = list(access.round_tables(school_class))
    games = [table.game_id for table in tables if table.game_id is not None]
    seen = Seat.objects.filter(game__in=games, account__in=accounts)
    loaded = head_reader.load_all_with_last(games, None)
    return ClassOverview(
        school_class,
        places,
        frozenset(live.values_list("user_id", flat=True)),
        frozenset(
            account
            for account, seen_at in seen.values_list("account_id", "seen_at")
            if presence.is_online(seen_at, now=now)
        ),
        [TableView(table, _head(loaded.get(table.game_id or 0))) for table in tables],
    )


def for_pupil(place: ClassPlace) -> PupilView:
    """Return a class as the pupil of a place sees it."""
    tables = list(access.round_tables(place.school_class))
    own = [table for table in tables if place.number in table.seats]
    playing = [table for table in own if table.game is None or table.game.status != GameStatus.OVER]
    # A pupil who was moved is in two tables: the one that they came to is not left.
    found = next((table for table in playing if not _has_left(table, place)), None)
    status = status_of(place.school_class, tables)
    return PupilView(place, status, found or (own[-1] if own and not playing else None))


def all_of(owner_id: int, *, now: datetime) -> list[ClassLine]:
    """Return the classes of a teacher, newest first."""
    found = list(access.of_owner(owner_id, now=now))
    in_class = "user__class_place__school_class"
    live = tokens.live_among(Token.objects.filter(**{f"{in_class}__in": found}), now=now)
    counted = live.values(in_class).annotate(count=Count("user", distinct=True))
    counts = dict(counted.values_list(in_class, "count"))
    tables: defaultdict[int, list[ClassTable]] = defaultdict(list)
    last = ClassTable.objects.filter(school_class__in=found, round=F("school_class__round"))
    for table in last.select_related("game"):
        tables[table.school_class_id].append(table)
    return [
        ClassLine(each, status_of(each, tables[each.pk]), counts.get(each.pk, 0)) for each in found
    ]


def _head(loaded: object) -> GameHead | None:
    match loaded:
        case GameHead() as head, _:
            return head
        case _:
            return None


def _has_left(table: ClassTable, place: ClassPlace) -> bool:
    if table.game_id is None:
        return False
    try:
        head = head_reader.load(table.game_id)
    except MalformedEntry:
        return True
    return head.state.bots[table.seats.index(place.number)] is not None

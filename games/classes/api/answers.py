"""Classes in answers."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from api_kit.answers import Time
from games.classes.hosting import NewCodes
from games.classes.models import ClassKind, ClassLanguage, ClassTable, SchoolClass
from games.classes.reading import STATUSES, ClassOverview, PupilResult, PupilView, TableView
from games.engine import ruling
from games.engine.chain import time_or_none
from games.log.entries import GameId, Seat, fill, id_or_none
from games.log.models import GameStatus

CLASS_TABLE_STATUSES = ("formed", "playing", "over")


class ClassEntry(TypedDict):
    """A class in a list."""

    id: str
    name: str
    kind: Annotated[str, ClassKind]
    language: Annotated[str, ClassLanguage]
    status: Annotated[str, (*STATUSES,)]
    size: Annotated[int, "Number of places."]
    signed_in: Annotated[int, "Pupils with a valid token."]
    sign_in_until: Annotated[Time | None, "UTC; null while sign-in is closed."]
    paused: bool
    emotes: bool
    preset: str
    overlays: list[str]
    seats: int
    turn_seconds: int | None
    created_at: Time
    delete_at: Annotated[Time, "When the class and everything in it is deleted."]
    round: int
    round_ends_at: Annotated[Time | None, "Planned; the round does not end by itself."]


class ClassList(TypedDict):
    """The classes of a teacher, newest first."""

    results: list[ClassEntry]


class ClassPlaceJson(TypedDict):
    """A place."""

    number: int
    name: str
    signed_in: bool
    online: Annotated[bool, "Whether they were seen at their table recently."]
    table: int | None


class ClassSeat(TypedDict):
    """A seat of a table."""

    seat: Seat
    place: int | None
    name: str | None
    bot: Annotated[bool, "Whether a bot plays it, even for a pupil."]
    hand_size: Annotated[int | None, "Null before the deal."]


class ClassTableJson(TypedDict):
    """A table of the last round, as spectators see it."""

    number: int
    status: Annotated[str, CLASS_TABLE_STATUSES]
    game: GameId | None
    seats: list[ClassSeat]
    version: int | None
    turn: Seat | None
    deadline: Time | None
    scores: tuple[int, ...] | None


class ClassDetail(ClassEntry):
    """A class as its teacher sees it."""

    places: list[ClassPlaceJson]
    tables: list[ClassTableJson]


class ClassCodeLine(TypedDict):
    """The code of a place."""

    place: int
    name: str
    code: Annotated[str, "10 characters; shown once."]


class ClassCodes(TypedDict):
    """New codes. No other answer contains them."""

    codes: list[ClassCodeLine]
    party_code: Annotated[str | None, "The code of a party; null for a class."]


class OpenedClass(ClassDetail, ClassCodes):
    """A new class with its codes."""


class TableLineJson(TypedDict):
    """What a pupil got at a table."""

    round: int
    table: int
    books: int
    first: bool


class PupilResultJson(TypedDict):
    """What a pupil got in all games."""

    place: int
    name: str
    rank: Annotated[int, "Pupils with equal results share a rank."]
    games: int
    firsts: int
    books: int
    asks: int
    hits: Annotated[int, "Asks that got cards."]
    tables: list[TableLineJson]


class ClassResults(TypedDict):
    """The results of a class, best first."""

    name: str
    rounds: int
    results: list[PupilResultJson]


class ClassNames(TypedDict):
    """Free names of a party; none for the code of a place."""

    name: Annotated[str, "The name of the party or class."]
    language: Annotated[str, ClassLanguage]
    names: Annotated[list[str], "At most 12."]


class PupilToken(TypedDict):
    """The token of a pupil. No other answer contains it."""

    token: str
    expires_at: Time
    class_id: str
    place: int
    name: str
    code: Annotated[str | None, "For returning to a party; shown once, at the first sign-in."]


class OwnClass(TypedDict):
    """A class as its pupil sees it."""

    id: str
    name: str
    language: Annotated[str, ClassLanguage]
    status: Annotated[str, (*STATUSES,)]
    paused: bool
    emotes: bool
    round: int
    round_ends_at: Time | None
    place: int
    me: Annotated[str, "The pupil's name."]
    table: int | None
    game: Annotated[str | None, "The id of the game at their table."]


CSV_HEADER = ("rank", "name", "games", "firsts", "books", "asks", "hits")


def entry(school_class: SchoolClass, status: str, signed_in: int) -> ClassEntry:
    """Return a class in a list."""
    return fill(
        ClassEntry,
        school_class,
        id=school_class.public_id,
        status=status,
        signed_in=signed_in,
        paused=school_class.paused_at is not None,
    )


def detail(view: ClassOverview) -> ClassDetail:
    """Return a class as its teacher sees it."""
    names = {place.number: place.name for place in view.places}
    tables = [_table(each, names) for each in view.tables]
    table_of = {
        seat["place"]: table["number"]
        for table in tables
        for seat in sorted(table["seats"], key=lambda seat: not seat["bot"])
        if seat["place"] is not None
    }
    return {
        **entry(view.school_class, view.status, len(view.signed_in)),
        "places": [
            fill(
                ClassPlaceJson,
                place,
                signed_in=place.account_id in view.signed_in,
                online=place.account_id in view.online,
                table=table_of.get(place.number),
            )
            for place in view.places
        ],
        "tables": tables,
    }


def codes(made: NewCodes, names: dict[int, str]) -> ClassCodes:
    """Return new codes with the names of their places."""
    return {
        "codes": [
            {"place": number, "name": names[number], "code": code}
            for number, code in made.of_places.items()
        ],
        "party_code": made.of_party,
    }


def results(school_class: SchoolClass, lines: Sequence[PupilResult]) -> ClassResults:
    """Return the results of a class."""
    return {
        "name": school_class.name,
        "rounds": school_class.round,
        "results": [
            fill(PupilResultJson, line, tables=[fill(TableLineJson, each) for each in line.tables])
            for line in lines
        ],
    }


def csv_row(line: PupilResult) -> tuple[object, ...]:
    """Return the line of a pupil, in the order of ``CSV_HEADER``."""
    return tuple(getattr(line, name) for name in CSV_HEADER)


def own(view: PupilView) -> OwnClass:
    """Return a class as its pupil sees it."""
    school_class, table = view.place.school_class, view.table
    return fill(
        OwnClass,
        school_class,
        id=school_class.public_id,
        status=view.status,
        paused=school_class.paused_at is not None,
        place=view.place.number,
        me=view.place.name,
        table=None if table is None else table.number,
        game=None if table is None else id_or_none(table.game_id),
    )


def _table(view: TableView, names: dict[int, str]) -> ClassTableJson:
    table, head = view
    state = None if head is None else head.state
    return {
        "number": table.number,
        "status": _status(table),
        "game": id_or_none(table.game_id),
        "seats": [
            {
                "seat": seat,
                "place": place,
                "name": None if place is None else names.get(place),
                "bot": place is None if state is None else state.bots[seat] is not None,
                "hand_size": state.hands[seat].bit_count() if state and state.hands else None,
            }
            for seat, place in enumerate(table.seats)
        ],
        "version": None if head is None else head.version,
        "turn": None if state is None else state.turn,
        "deadline": None if head is None else time_or_none(head.deadline),
        "scores": None if state is None else ruling.scores(state),
    }


def _status(table: ClassTable) -> str:
    if table.game is None:
        return "formed"
    return "over" if table.game.status == GameStatus.OVER else "playing"

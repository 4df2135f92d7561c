"""Render classes as JSON."""

from collections.abc import Sequence
from datetime import datetime

from games import ids
from games.api.positions.members import Json
from games.classes import reading
from games.classes.hosting import NewCodes
from games.classes.models import ClassTable, SchoolClass
from games.classes.reading import ClassOverview, PupilView, TableView
from games.classes.results import PupilResult
from games.engine.chain import time_text
from games.models import GameStatus

CSV_HEADER = ("rank", "name", "games", "firsts", "books", "asks", "hits")


def entry(school_class: SchoolClass, status: str, signed_in: int) -> Json:
    """Return a class in a list."""
    return {
        "id": school_class.public_id,
        "name": school_class.name,
        "kind": school_class.kind,
        "language": school_class.language,
        "status": status,
        "size": school_class.size,
        "signed_in": signed_in,
        "sign_in_until": _time(school_class.sign_in_until),
        "paused": school_class.paused_at is not None,
        "emotes": school_class.emotes,
        "preset": school_class.preset,
        "overlays": school_class.overlays,
        "seats": school_class.seats,
        "turn_seconds": school_class.turn_seconds,
        "created_at": time_text(school_class.created_at),
        "delete_at": time_text(school_class.delete_at),
        "round": school_class.round,
        "round_ends_at": _time(school_class.round_ends_at),
    }


def detail(view: ClassOverview) -> Json:
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
            {
                "number": place.number,
                "name": place.name,
                "signed_in": place.account_id in view.signed_in,
                "online": place.account_id in view.online,
                "table": table_of.get(place.number),
            }
            for place in view.places
        ],
        "tables": tables,
    }


def codes(made: NewCodes, names: dict[int, str]) -> Json:
    """Return new codes with the names of their places."""
    return {
        "codes": [
            {"place": number, "name": names[number], "code": code}
            for number, code in made.of_places.items()
        ],
        "party_code": made.of_party,
    }


def results(school_class: SchoolClass, lines: Sequence[PupilResult]) -> Json:
    """Return the results of a class."""
    return {
        "name": school_class.name,
        "rounds": school_class.round,
        "results": [
            {**line._asdict(), "tables": [each._asdict() for each in line.tables]} for line in lines
        ],
    }


def csv_row(line: PupilResult) -> tuple[object, ...]:
    """Return the line of a pupil, in the order of ``CSV_HEADER``."""
    return tuple(getattr(line, name) for name in CSV_HEADER)


def own(view: PupilView) -> Json:
    """Return a class as its pupil sees it."""
    school_class, table = view.place.school_class, view.table
    return {
        "id": school_class.public_id,
        "name": school_class.name,
        "language": school_class.language,
        "status": view.status,
        "paused": school_class.paused_at is not None,
        "emotes": school_class.emotes,
        "round": school_class.round,
        "round_ends_at": _time(school_class.round_ends_at),
        "place": view.place.number,
        "me": view.place.name,
        "table": None if table is None else table.number,
        "game": None if table is None else _game(table),
    }


def _table(view: TableView, names: dict[int, str]) -> Json:
    table, head = view
    state = None if head is None else head.state
    return {
        "number": table.number,
        "status": _status(table),
        "game": _game(table),
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
        "deadline": None if head is None else _time(head.deadline),
        "scores": None if head is None else reading.scores_of(head),
    }


def _status(table: ClassTable) -> str:
    if table.game is None:
        return "formed"
    return "over" if table.game.status == GameStatus.OVER else "playing"


def _game(table: ClassTable) -> str | None:
    return None if table.game_id is None else ids.to_text(table.game_id)


def _time(time: datetime | None) -> str | None:
    return None if time is None else time_text(time)

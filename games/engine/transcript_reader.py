"""Read transcripts: check the shape of every member, and name the place of the first fault."""

import json
import re
from datetime import datetime
from typing import Any, NoReturn

from games.engine import chain, codec, shuffle
from games.engine.options import MAX_SEATS
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW
from games.engine.transcript import (
    FORMAT,
    GAME_ID,
    NAME,
    PLAYER_MOST_CHARACTERS,
    VERSIONS,
    Header,
    Json,
    StoredMove,
    Transcript,
    outcome,
)

_DIGEST = re.compile("[0-9a-f]{64}")


class NoTranscript(MalformedEntry):
    """The value is not a transcript; ``place`` is the path of the error, such as ``moves/3/at``."""

    def __init__(self, place: str, fault: str) -> None:
        super().__init__(f"Invalid transcript: {place or 'the value'} {fault}")
        self.place, self.fault = place, fault


def read(value: Any) -> Transcript:
    """Read a transcript from its JSON value; texts of moves become canonical, as stored ones are.

    :raises NoTranscript: with the first invalid member.
    """
    if not isinstance(value, dict):
        _refuse("", "must be an object.")
    if value.get("format") != FORMAT:
        _refuse("format", f'must be "{FORMAT}".')
    version = value.get("version")
    if isinstance(version, bool) or version not in VERSIONS:
        known = " or ".join(map(str, VERSIONS))
        _refuse("version", f"must be {known}, the versions that are known here.")
    _check_members(value, _MEMBERS, "")
    if not isinstance(value.get("annotations", {}), dict):
        _refuse("annotations", "must be an object.")
    names = (*outcome(NEW), *(["rulings"] if "rulings" in value else []))
    claims = {name: _canonical(_member(value, name), name) for name in names}
    if isinstance(value["rules"], dict):  # a missing option is newer than the game
        claims["rules"] = _canonical(codec.with_defaults(value["rules"]), "rules")
    header = read_header(value)
    listed = enumerate(_list(value, "moves"))
    moves = tuple(_move_from_json(move, place, version) for place, move in listed)
    if not moves:
        _refuse("moves", "must not be empty.")
    return Transcript(header, claims, moves, "annotations" in value)


def read_header(value: Json) -> Header:
    """Return the members that do not follow from the moves. Raises as :func:`read`."""
    return Header(
        game=_text(value, "game", GAME_ID),
        preset=_text(value, "preset", NAME),
        overlays=[_matched(name, NAME, "overlays") for name in _list(value, "overlays")],
        players=_players(_list(value, "seats")),
        commitment=_text(value, "commitment", _DIGEST.pattern),
        seed=bytes.fromhex(_text(value, "seed", f"[0-9a-f]{{{2 * shuffle.SEED_BYTES}}}")),
    )


_MEMBERS = frozenset(
    (
        "format",
        "version",
        "game",
        "preset",
        "overlays",
        "seats",
        "commitment",
        "seed",
        *outcome(NEW),
        "rulings",
        "moves",
        "annotations",
    )
)
_MOVE_MEMBERS = frozenset(("number", "seat", "at", "schema", "command", "events", "digest"))
_SEAT_MEMBERS = frozenset(("seat", "player"))


def _move_from_json(value: Any, place: int, version: int) -> StoredMove:
    where = f"moves/{place}"
    if not isinstance(value, dict):
        _refuse(where, "must be an object.")
    _check_members(value, _MOVE_MEMBERS, where)
    seat = _member(value, "seat", where)
    schema = _number(_member(value, "schema", where), f"{where}/schema")
    command, events = _member(value, "command", where), _list(value, "events", where)
    _check_form(command, events, where, has_arrays=version > 1 and schema > codec.OBJECT_SCHEMA)
    return StoredMove(
        number=_number(_member(value, "number", where), f"{where}/number"),
        seat=None if seat is None else _number(seat, f"{where}/seat"),
        at=_time(_member(value, "at", where), f"{where}/at"),
        schema=schema,
        command=_canonical(command, f"{where}/command"),
        events=_canonical(events, f"{where}/events"),
        digest=bytes.fromhex(_text(value, "digest", _DIGEST.pattern, where)),
    )


def _check_form(command: Any, events: list[Any], where: str, *, has_arrays: bool) -> None:
    """Check that a move has the form of its schema, in a version of transcripts with this form."""
    kind, name = (list, "array") if has_arrays else (dict, "object")
    if not isinstance(command, kind) and not (has_arrays and command is None):
        _refuse(f"{where}/command", f"must be an {name}{' or null' if has_arrays else ''}.")
    if not all(isinstance(event, kind) for event in events):
        _refuse(f"{where}/events", f"must be a list of {name}s.")


def _players(seats: list[Any]) -> list[str | None]:
    """Return the names by seat.

    :raises NoTranscript: if they are not in the order of the seats, or a name is invalid.
    """
    players: list[str | None] = []
    for seat, value in enumerate(seats):
        where = f"seats/{seat}"
        if not isinstance(value, dict) or _number(_member(value, "seat", where), where) != seat:
            _refuse(where, f'must be an object with "seat": {seat}.')
        _check_members(value, _SEAT_MEMBERS, where)
        name = _member(value, "player", where)
        is_name = isinstance(name, str) and name.isprintable()
        if name is not None and not (is_name and 1 <= len(name) <= PLAYER_MOST_CHARACTERS):
            _refuse(f"{where}/player", "must be a name or null.")
        players.append(name)
    if len(players) > MAX_SEATS:
        _refuse("seats", f"must be at most {MAX_SEATS}.")
    return players


def _check_members(value: Json, known: frozenset[str], where: str) -> None:
    """Refuse unknown members: a reader could believe that they are proved."""
    if unknown := sorted(value.keys() - known):
        _refuse(where, f"has an unknown member: {json.dumps(unknown[0][:40])}.")


def _member(value: Json, name: str, where: str = "") -> Any:
    if name not in value:
        _refuse(_path(where, name), "is missing.")
    return value[name]


def _list(value: Json, name: str, where: str = "") -> list[Any]:
    member = _member(value, name, where)
    if not isinstance(member, list):
        _refuse(_path(where, name), "must be a list.")
    return member


def _text(value: Json, name: str, pattern: str, where: str = "") -> str:
    return _matched(_member(value, name, where), pattern, _path(where, name))


def _matched(value: Any, pattern: str, where: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        _refuse(where, f"must be a text of the form {pattern}.")
    return value


def _number(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        _refuse(where, "must be a whole number.")
    return value


def _time(value: Any, where: str) -> datetime:
    """Read a time in canonical form, the one that is digested."""
    try:
        at = datetime.fromisoformat(value)
        is_canonical = at.tzinfo is not None and chain.time_text(at) == value
    except (TypeError, ValueError, OverflowError):
        is_canonical = False
    if not is_canonical:
        _refuse(where, "must be a time such as 2026-01-31T12:00:00.000000Z.")
    return at


def _canonical(value: Any, where: str) -> str:
    try:
        return codec.canonical(value)
    except (ValueError, RecursionError):
        _refuse(where, "has NaN or an infinite number, or is nested too deeply.")


def _path(where: str, name: str) -> str:
    return f"{where}/{name}" if where else name


def _refuse(place: str, fault: str) -> NoReturn:
    raise NoTranscript(place, fault)

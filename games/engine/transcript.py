"""Write and read transcripts: finished games as portable documents.

``verify`` checks whether one is valid.

A transcript is one JSON object, described by ``games.api.history.transcript_schema``. Its canonical
text has the same bytes on every server.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, NoReturn

from games.engine import chain, codec, shuffle
from games.engine.cards import Seat
from games.engine.options import MAX_SEATS
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW, State

FORMAT = "gofish-transcript"
VERSION = 1
GAME_ID = "[0-9A-Za-z]{11}"
NAME = "[a-z_]{1,32}"
PLAYER_MOST_CHARACTERS = 150

Json = dict[str, Any]

_DIGEST = re.compile("[0-9a-f]{64}")


class NoTranscript(MalformedEntry):
    """The value is not a transcript; ``place`` is the path of the error, such as ``moves/3/at``."""

    def __init__(self, place: str, fault: str) -> None:
        super().__init__(f"Invalid transcript: {place or 'the value'} {fault}")
        self.place, self.fault = place, fault


class StoredMove(NamedTuple):
    """A move as it is stored: the texts that the chain digests, not parsed."""

    number: int
    seat: Seat | None
    at: datetime
    schema: int
    command: str
    events: str
    digest: bytes


class Header(NamedTuple):
    """The members of a transcript that do not follow from its moves."""

    game: str
    """The id on the server where the game was played."""
    preset: str
    overlays: Sequence[str]
    players: Sequence[str | None]
    """By seat; None where the account is closed."""
    commitment: str
    seed: bytes


class Transcript(NamedTuple):
    """The content of a transcript."""

    header: Header
    claims: dict[str, str]
    """The members that must follow from the moves, as :func:`claims_of` returns them."""
    moves: tuple[StoredMove, ...]
    has_annotations: bool = False
    """Whether the object ``annotations`` is present, which nothing proves, such as comments."""


def write(
    header: Header, moves: Iterable[StoredMove], state: State, *, annotations: Json | None = None
) -> bytes:
    """Return the canonical text of a game that ended in ``state``, in ASCII, with a newline at its
    end.

    No digest covers ``annotations``; without them the text is the same on every server.

    :raises MalformedEntry: if a move is not the JSON that was stored.
    """
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": header.game,
        "preset": header.preset,
        "overlays": list(header.overlays),
        "seats": [{"seat": seat, "player": name} for seat, name in enumerate(header.players)],
        "commitment": header.commitment,
        "seed": header.seed.hex(),
        **_outcome(state),
        "moves": [_move_to_json(move) for move in moves],
        **({} if annotations is None else {"annotations": annotations}),
    }
    return codec.canonical(document).encode("ascii") + b"\n"


def claims_of(state: State) -> dict[str, str]:
    """Return the members of a transcript that follow from its moves, by name, as canonical texts."""
    return {name: codec.canonical(value) for name, value in _outcome(state).items()}


def read(value: Any) -> Transcript:
    """Read a transcript from its JSON value; texts of moves become canonical, as stored ones are.

    :raises NoTranscript: with the first invalid member.
    """
    if not isinstance(value, dict):
        _refuse("", "must be an object.")
    if value.get("format") != FORMAT:
        _refuse("format", f'must be "{FORMAT}".')
    if value.get("version") != VERSION or isinstance(value["version"], bool):
        _refuse("version", f"must be {VERSION}, the only version that is known here.")
    _check_members(value, _MEMBERS, "")
    if not isinstance(value.get("annotations", {}), dict):
        _refuse("annotations", "must be an object.")
    names = (*_outcome(NEW), *(["rulings"] if "rulings" in value else []))
    claims = {name: _canonical(_member(value, name), name) for name in names}
    if isinstance(value["rules"], dict):  # a missing option is newer than the game
        claims["rules"] = _canonical(codec.with_defaults(value["rules"]), "rules")
    header = Header(
        game=_text(value, "game", GAME_ID),
        preset=_text(value, "preset", NAME),
        overlays=[_matched(name, NAME, "overlays") for name in _list(value, "overlays")],
        players=_players(_list(value, "seats")),
        commitment=_text(value, "commitment", _DIGEST.pattern),
        seed=bytes.fromhex(_text(value, "seed", f"[0-9a-f]{{{2 * shuffle.SEED_BYTES}}}")),
    )
    moves = tuple(_move_from_json(move, place) for place, move in enumerate(_list(value, "moves")))
    if not moves:
        _refuse("moves", "must not be empty.")
    return Transcript(header, claims, moves, "annotations" in value)


def _outcome(state: State) -> Json:
    return {
        "rules": codec.rules_to_json(state.rules),
        "entropy": [list(given) for given in state.entropy],
        "result": None if state.result is None else codec.to_json(state.result),
        "series": None if state.series is None else codec.to_json(state.series),
        **({"rulings": [codec.to_json(ruled) for ruled in state.rulings]} if state.rulings else {}),
    }


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
        *_outcome(NEW),
        "rulings",
        "moves",
        "annotations",
    )
)
_MOVE_MEMBERS = frozenset(("number", "seat", "at", "schema", "command", "events", "digest"))
_SEAT_MEMBERS = frozenset(("seat", "player"))


def _move_to_json(move: StoredMove) -> Json:
    return {
        "number": move.number,
        "seat": move.seat,
        "at": chain.time_text(move.at),
        "schema": move.schema,
        "command": _stored(move, move.command),
        "events": _stored(move, move.events),
        "digest": move.digest.hex(),
    }


def _stored(move: StoredMove, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_number)
    except (ValueError, RecursionError) as error:
        raise MalformedEntry(f"Move {move.number} is not JSON: {error}") from None


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _move_from_json(value: Any, place: int) -> StoredMove:
    where = f"moves/{place}"
    if not isinstance(value, dict):
        _refuse(where, "must be an object.")
    _check_members(value, _MOVE_MEMBERS, where)
    seat = _member(value, "seat", where)
    events = _list(value, "events", where)
    command = _member(value, "command", where)
    if not isinstance(command, dict):
        _refuse(f"{where}/command", "must be an object.")
    return StoredMove(
        number=_number(_member(value, "number", where), f"{where}/number"),
        seat=None if seat is None else _number(seat, f"{where}/seat"),
        at=_time(_member(value, "at", where), f"{where}/at"),
        schema=_number(_member(value, "schema", where), f"{where}/schema"),
        command=_canonical(command, f"{where}/command"),
        events=_canonical(events, f"{where}/events"),
        digest=bytes.fromhex(_text(value, "digest", _DIGEST.pattern, where)),
    )


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

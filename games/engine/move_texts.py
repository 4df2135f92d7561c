"""Write the command and the events of a move as the texts that the log stores, and read them.

From schema 3 on, an entry is an array: its type, then its fields in the order of its class, as in
``["asked",0,1,"7"]``. A field that is None is null, and nulls at the end are left out. The command
is ``null`` where the first event implies it, as ``asked`` implies an ask. In schemas 1 and 2 both
are objects (``codec``). The texts are canonical JSON, in ASCII: one text of a move in each schema.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine import codec, commands, events
from games.engine.codec import ABSENT, COMMANDS, EVENTS, FIELDS, REPEATED, TYPE_NAMES
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.refusals import MalformedCard, MalformedEntry, NewerSchema

ARRAYS = codec.OBJECT_SCHEMA + 1
"""The first schema whose entries are arrays."""
NEWEST = 3
"""The newest schema of moves; each move stores its own."""
WRITABLE = (codec.OBJECT_SCHEMA, NEWEST)
"""The schemas that :func:`write` writes."""
IMPLIED = "null"
"""The text of a command that the first event implies."""

Entry = Event | Command


class MoveTexts(NamedTuple):
    """The texts of a move, canonical JSON; ``events`` is a list, oldest first."""

    command: str
    events: str


def write(command: Command, happened: Sequence[Event], schema: int = NEWEST) -> MoveTexts:
    """Return the texts of a move in one of the ``WRITABLE`` schemas."""
    return MoveTexts(write_command(command, happened, schema), write_events(happened, schema))


def write_command(command: Command, happened: Sequence[Event], schema: int = NEWEST) -> str:
    """Return the text of the command of a move with these events, as :func:`write` does."""
    if schema < ARRAYS:
        return codec.canonical(codec.to_json(command))
    implied = implied_command(happened[0]) if happened else None
    is_implied = type(implied) is type(command) and implied == command
    return IMPLIED if is_implied else entry_text(command)


def write_events(happened: Sequence[Event], schema: int = NEWEST) -> str:
    """Return the text of the events of a move, as :func:`write` does."""
    if schema < ARRAYS:
        return codec.canonical([codec.to_json(event) for event in happened])
    return f"[{','.join(map(entry_text, happened))}]"


def read(command: Any, happened: Any, schema: int) -> tuple[Command, tuple[Event, ...]]:
    """Read a move from the JSON values of its texts.

    :raises NewerSchema: if newer code wrote it.
    :raises MalformedEntry: if it is not a move of this schema.
    """
    if schema > NEWEST:
        raise NewerSchema(
            f"The schema version {schema} is newer than this code, which knows 1 to {NEWEST}."
        )
    read_events = events_from_json(happened, schema)
    if schema < ARRAYS:
        return codec.command_from_json(command, schema), read_events
    if command is not None:
        return entry_of(COMMANDS, command), read_events
    implied = implied_command(read_events[0]) if read_events else None
    if implied is None:
        raise MalformedEntry("The command is missing, and the first event does not imply it.")
    return implied, read_events


def events_from_json(happened: Any, schema: int) -> tuple[Event, ...]:
    """Read the events of a move. Raises as :func:`read`."""
    if not isinstance(happened, list):
        raise MalformedEntry("The events are not a list.")
    if schema < ARRAYS:
        return tuple(codec.event_from_json(event, schema) for event in happened)
    return tuple(entry_of(EVENTS, event) for event in happened)


def normal_form(command: Any, happened: Any, schema: int) -> MoveTexts:
    """Return the texts as :func:`write` writes such a move today, in the same schema or, if that is
    not ``WRITABLE``, in the next that is.

    Options that are newer than the rules of the move get their defaults.

    :raises MalformedEntry: if an entry is not of this schema.
    """
    if schema < ARRAYS:
        entries = [codec.upcast(event, schema) for event in happened]
        return MoveTexts(codec.canonical(codec.upcast(command, schema)), codec.canonical(entries))
    entries = [_with_all_options(entry) for entry in happened]
    return MoveTexts(codec.canonical(command), codec.canonical(entries))


def implied_command(event: Event) -> Command | None:
    """Return the command that an event implies as the first of its move, or None.

    It has the event's values in the fields of the same name, and None in others.
    """
    implied = _IMPLIED_BY.get(type(event))
    if implied is None:
        return None
    kind, places = implied
    command: Command = kind(*[None if place is None else event[place] for place in places])
    return command


def entry_text(entry: Entry) -> str:
    """Return the text of an event or a command as an array."""
    return _text_once(entry) if type(entry) in REPEATED else _text(entry)


@lru_cache(maxsize=8192, typed=True)
def _text_once(entry: Entry) -> str:
    """Write an entry that has few different values; typed, since kinds may have equal fields."""
    return _text(entry)


def _text(entry: Entry) -> str:
    kind = type(entry)
    written: list[Any] = [TYPE_NAMES[kind]]
    for (_, form), value in zip(FIELDS[kind], entry, strict=True):
        written.append(None if value is None else form.write(value))
    while written[-1] is None:
        written.pop()
    return codec.canonical(written)


def entry_of(kinds: dict[str, type[Any]], value: Any) -> Any:
    """Return the event or the command of an array, one of ``kinds`` by name.

    :raises MalformedEntry: if it is not one.
    """
    try:
        kind = kinds[value[0]]
        return _read_once(*value) if kind in _REPEATED_EVENTS else _read_fields(kind, value)
    except (IndexError, KeyError, MalformedCard, TypeError, ValueError, AttributeError) as error:
        raise MalformedEntry(codec.no_entry(value, error)) from None


@lru_cache(maxsize=8192, typed=True)
def _read_once(*value: Any) -> Any:
    """Read an event that has few different values; typed, since ``true`` and 1 are different."""
    return _read_fields(EVENTS[value[0]], value)


def _read_fields(kind: type[Any], value: Sequence[Any]) -> Any:
    if isinstance(value, str) or len(value) > 1 + len(FIELDS[kind]) or value[-1] is None:
        raise ValueError("its length is wrong")
    given = (*value[1:], *[None] * (1 + len(FIELDS[kind]) - len(value)))
    fields = []
    for (name, form), item in zip(FIELDS[kind], given, strict=True):
        if item is None and name not in ABSENT[kind]:
            raise ValueError(f"{name} is missing")
        fields.append(None if item is None else form.read(item))
    return kind(*fields)


def _with_all_options(entry: Any) -> Any:
    is_opening = isinstance(entry, list) and entry[:1] == [TYPE_NAMES[events.Created]]
    if is_opening and len(entry) > 1 and isinstance(entry[1], dict):
        return [entry[0], codec.with_defaults(entry[1]), *entry[2:]]
    return entry


def _places(event: type[Any], command: type[Any]) -> tuple[type[Any], tuple[int | None, ...]]:
    """Return a kind of command, and the place in the event of each of its fields."""
    names = event._fields
    return command, tuple(names.index(n) if n in names else None for n in command._fields)


_IMPLIED_BY: dict[type[Any], tuple[type[Any], tuple[int | None, ...]]] = {
    event: _places(event, command)
    for event, command in (
        (events.Created, commands.Create),
        (events.SeatTaken, commands.TakeSeat),
        (events.EntropyAdded, commands.AddEntropy),
        (events.SeatLeft, commands.LeaveSeat),
        (events.Started, commands.Start),
        (events.Closed, commands.Close),
        (events.PackCut, commands.Cut),
        (events.Dealt, commands.Deal),
        (events.Asked, commands.Ask),
        (events.CardExposed, commands.Expose),
        (events.Misdealt, commands.Misdeal),
        (events.Resigned, commands.Resign),
        (events.Abandoned, commands.Abandon),
        (events.TimedOut, commands.TimeOut),
        (events.Ruled, commands.Rule),
    )
}
_REPEATED_EVENTS = REPEATED & set(EVENTS.values())

"""Convert states to and from JSON values, for the snapshot that is stored with the log.

A snapshot has a schema version. One that older or newer code wrote is not read, but rebuilt from
the log.
"""

from games.engine import codec
from games.engine.codec import Json
from games.engine.rules import Rules
from games.engine.state import Book, State, VoidBook

SCHEMA = 1
"""The schema version.

A change of ``State``, or of how its fields are written, needs the next number.
"""


class OtherSchema(Exception):
    """The state has another schema version; ``schema`` is not a number if its text is
    damaged.
    """

    def __init__(self, schema: object) -> None:
        super().__init__(schema)
        self.schema = schema


def write(state: State) -> Json:
    """Write a state without its rules; hands are bit masks, since only the server reads them."""
    written: Json = {"schema": SCHEMA} | dict(zip(State._fields[1:], state[1:], strict=True))
    for name in ("asked", "result", "series"):
        entry = getattr(state, name)
        written[name] = None if entry is None else codec.to_json(entry)
    written["books"] = [[tuple(book) for book in laid] for laid in state.books]
    written["rulings"] = [codec.to_json(ruled) for ruled in state.rulings]
    for name in ("void", "discards"):
        written[name] = [tuple(book) for book in getattr(state, name)]
    return written


def read(value: Json, rules: Rules) -> State:
    """Read a state written by :func:`write`.

    :raises OtherSchema: if it has another schema version.
    """
    fields = dict(value)
    if (schema := fields.pop("schema", None)) != SCHEMA:
        raise OtherSchema(schema)
    fields["entropy"] = tuple((seat, text) for seat, text in value["entropy"])
    for name in ("bots", "hands", "stock", "barred", "misses_turns", "timeouts", "totals"):
        fields[name] = tuple(value[name])
    fields["books"] = tuple(tuple(Book(*book) for book in laid) for laid in value["books"])
    fields["void"] = tuple(VoidBook(*book) for book in value["void"])
    fields["discards"] = tuple(Book(*book) for book in value["discards"])
    fields["rulings"] = tuple(codec.event_from_json(ruled) for ruled in value["rulings"])
    for name in ("asked", "result", "series"):
        entry = value[name]
        fields[name] = None if entry is None else codec.event_from_json(entry)
    return State(rules=rules, **fields)

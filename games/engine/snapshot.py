"""Convert states to and from JSON values, for the snapshot that is stored with the log.

A snapshot has a schema version. One of a version that is not in ``READ`` is rebuilt from the log.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.engine import codec
from games.engine.cards import CARD_TEXTS, Hand
from games.engine.codec import Json
from games.engine.events import Event
from games.engine.options import MAX_SEATS
from games.engine.rules import Rules
from games.engine.state import NEW, Book, State, VoidBook

SCHEMA = 3
"""The schema version.

A change of ``State``, or of how its fields are written, needs the next number.
"""
READ = (1, 2, SCHEMA)
"""The versions that this code reads. Version 1 writes every field, and 2 lacks ``rated``."""


_NO_HAND: Hand = 1 << len(CARD_TEXTS)


class OtherSchema(Exception):
    """The state has another schema version; ``schema`` is no number if its text is damaged."""

    def __init__(self, schema: object) -> None:
        super().__init__(schema)
        self.schema = schema


def write(state: State) -> Json:
    """Write a state without its rules, and without the fields that have their usual value or follow
    from others.

    Hands are bit masks, since only the server reads them.
    """
    written: Json = {"schema": SCHEMA, "seats": state.seats}
    fields = zip(State._fields[1:], state[1:], usual(state.seats)[1:], strict=True)
    written |= {name: value for name, value, default in fields if value != default}
    if state.in_play == _in_play(state):
        written.pop("in_play", None)
    for name in written.keys() & _WRITERS.keys():
        written[name] = _WRITERS[name](written[name])
    return written


def read(value: Json, rules: Rules) -> State:
    """Read a state written by :func:`write`.

    :raises OtherSchema: if it has a schema version that this code does not read.
    :raises ValueError: if a hand or the stock has something that is no card.
    """
    fields = dict(value)
    if (schema := fields.pop("schema", None)) not in READ:
        raise OtherSchema(schema)
    if schema != SCHEMA and fields.get("misdeal_claims") and rules.target_score is not None:
        raise OtherSchema(schema)  # it also has the claims of earlier deals of the series
    for name in fields.keys() & _READERS.keys():
        fields[name] = _READERS[name](fields[name])
    state = usual(value["seats"])._replace(rules=rules, **fields)
    hands, stock = (*state.hands, state.in_play), state.stock
    if min(hands) < 0 or max(hands) >= _NO_HAND:
        raise ValueError("a hand has something that is no card")
    if stock and (min(stock) < 0 or max(stock) >= len(CARD_TEXTS)):
        raise ValueError("the stock has something that is no card")
    return state if "in_play" in fields else state._replace(in_play=_in_play(state))


@lru_cache(maxsize=16)
def usual(seats: Any) -> State:
    """Return a state with the values that fields usually have during a game of so many seats.

    They are part of the schema version.

    :raises ValueError: if no game has so many seats.
    """
    if seats not in range(MAX_SEATS + 1):
        raise ValueError("no game has so many seats")
    nothing: tuple[int, ...] = (0,) * seats
    return NEW._replace(
        phase="ask",
        seats=seats,
        bots=(None,) * seats,
        taken=(1 << seats) - 1,
        seatings=seats,
        packs=1,
        hands=nothing,
        books=((),) * seats,
        barred=nothing,
        misses_turns=nothing,
        timeouts=nothing,
        totals=nothing,
    )


def _in_play(state: State) -> Hand:
    """Return every card in a hand or in the stock."""
    return sum(state.hands) | sum(1 << card for card in state.stock)


def _books(written: Sequence[Sequence[Any]]) -> tuple[Book, ...]:
    return tuple(Book(*book) for book in written)


def _event(written: Json | None) -> Event | None:
    return None if written is None else codec.event_from_json(written)


_WRITERS: Mapping[str, Callable[[Any], Any]] = {
    "books": lambda books: [[tuple(book) for book in laid] for laid in books],
    "void": lambda books: [tuple(book) for book in books],
    "discards": lambda books: [tuple(book) for book in books],
    "asked": codec.to_json,
    "result": codec.to_json,
    "series": codec.to_json,
    "rulings": lambda rulings: [codec.to_json(ruled) for ruled in rulings],
}
_READERS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(
        ("bots", "hands", "stock", "barred", "misses_turns", "timeouts", "totals"), tuple
    ),
    "entropy": lambda entropy: tuple((seat, text) for seat, text in entropy),
    "books": lambda books: tuple(_books(laid) for laid in books),
    "void": lambda books: tuple(VoidBook(*book) for book in books),
    "discards": _books,
    "asked": _event,
    "result": _event,
    "series": _event,
    "rulings": lambda rulings: tuple(codec.event_from_json(ruled) for ruled in rulings),
}

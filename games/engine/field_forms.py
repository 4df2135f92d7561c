"""The JSON forms of the fields of events and commands, by their type hints.

Cards are written as ``"7H"``, ranks as ``"7"``, hands as lists of cards, packs as one text of all
their cards, seats as numbers.
"""

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from games.engine import cards


class Form(NamedTuple):
    """The functions that write and read the values of one field type."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _plain(value: Any) -> Any:
    return value


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a string")
    return value


def _one_of(choices: tuple[Any, ...]) -> Form:
    def choice(value: Any) -> Any:
        if value not in choices:
            raise ValueError(f"{value!r} is not one of {', '.join(choices)}")
        return value

    return Form(_plain, choice)


def _list_of(form: Form) -> Form:
    def read(values: Any) -> tuple[Any, ...]:
        if not isinstance(values, list):
            raise TypeError(f"{values!r} is not a list")
        return tuple(form.read(value) for value in values)

    return Form(lambda values: [form.write(value) for value in values], read)


def _pack_to_text(pack: cards.Pack) -> str:
    return "".join(cards.card_text(card) for card in pack)


def _pack_from_text(text: str) -> cards.Pack:
    text = _text(text)
    return tuple(cards.parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def _hand_from_texts(texts: list[str]) -> cards.Hand:
    return cards.hand_of([cards.parse_card(text) for text in texts])


def _rounds_to_json(rounds: Any) -> Any:
    return [[[seat, cards.card_text(card)] for seat, card in drawn] for drawn in rounds]


def _rounds_from_json(rounds: Any) -> Any:
    return tuple(
        tuple((_number(seat), cards.parse_card(card)) for seat, card in drawn) for drawn in rounds
    )


_FORMS = {
    "seat": Form(_plain, _number),
    "rank": Form(cards.rank_text, cards.parse_rank),
    "card": Form(cards.card_text, cards.parse_card),
    "hand": Form(cards.hand_texts, _hand_from_texts),
    "cards": _list_of(Form(cards.card_text, cards.parse_card)),
    "pack": Form(_pack_to_text, _pack_from_text),
    "rounds": Form(_rounds_to_json, _rounds_from_json),
    "level": Form(_plain, _text),
}
_PLAIN_FORMS = {
    bool: Form(_plain, _truth),
    int: Form(_plain, _number),
    str: Form(_plain, _text),
}


def fields_of(kind: type[Any], others: Mapping[type[Any], Form]) -> tuple[tuple[str, Form], ...]:
    """Return the fields of an event or a command with their forms; ``others`` adds types."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, _form(hint, others)) for name, hint in hints.items())


def absent_fields(kind: type[Any]) -> dict[str, None]:
    """Return the fields that may be None, which are then left out."""
    hints = get_type_hints(kind).items()
    return {name: None for name, hint in hints if NoneType in get_args(hint)}


def _form(hint: Any, others: Mapping[type[Any], Form]) -> Form:
    """Return the form of a field from its type hint."""
    if get_origin(hint) is Annotated:
        return _FORMS[hint.__metadata__[0]]
    if get_origin(hint) is tuple:
        return _list_of(_form(get_args(hint)[0], others))
    if get_origin(hint) is Literal:
        return _one_of(get_args(hint))
    if hint in _PLAIN_FORMS:
        return _PLAIN_FORMS[hint]
    if hint in others:
        return others[hint]
    [given] = (part for part in get_args(hint) if part is not NoneType)
    return _form(given, others)

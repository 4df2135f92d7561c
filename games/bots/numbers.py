"""Convert a seat's view and its legal actions to numbers, for learning programs.

Seats count clockwise from the viewer, whose own seat is 0, so that one policy can play every seat.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain
from typing import Any, get_args

from games.engine.cards import CARD_TEXTS, RANKS, Seat
from games.engine.commands import MISDEAL_REASONS
from games.engine.events import ClosingReason
from games.engine.rules import Rules

Json = dict[str, Any]

PHASES = ("cut", "ask", "answer", "closing", "over")
JOKERS = CARD_TEXTS[52:]
Places = Mapping[Any, int]


def _places(choices: Iterable[Any]) -> Places:
    return {choice: place for place, choice in enumerate(choices)}


_PHASES, _RANKS, _CARDS = map(_places, (PHASES, RANKS, CARD_TEXTS))
_CLOSING = _places(get_args(ClosingReason))
Key = tuple[Any, ...]


class Actions:
    """All possible actions under some rules except resigning, numbered from 0."""

    def __init__(self, rules: Rules, *, seats: int) -> None:
        is_honour = rules.referee == "honour"
        wanted = RANKS if rules.ask_by == "rank" else CARD_TEXTS[:52]
        keys: list[Key] = [("ask", place, what) for place in range(1, seats) for what in wanted]
        if is_honour or rules.joker_count:
            counts = range(min(rules.joker_count, rules.book_size - 1) + 1)
            keys += [("declare", rank, jokers) for rank in RANKS for jokers in counts]
        if is_honour:
            keys += [("answer",), ("end_turn",)]
            keys += [("expose", card) for card in CARD_TEXTS[: rules.pack_size]]
        if rules.cut_by_right:
            keys += [("cut", position) for position in range(1, rules.pack_size)]
        if rules.redeal_on_exposed:
            keys += [("misdeal", reason) for reason in MISDEAL_REASONS]
        self._seats = seats
        self._keys = keys
        self._numbers = {key: number for number, key in enumerate(keys)}

    def __len__(self) -> int:
        return len(self._numbers)

    def legal(self, view: Mapping[str, Any]) -> dict[int, Json]:
        """Return the legal actions by number, the first of those that differ only in suits."""
        actions: dict[int, Json] = {}
        for action in view["legal_actions"]:
            if action["type"] != "resign":
                actions.setdefault(self.number(action, seat=view["you"]), action)
        return actions

    def number(self, action: Json, *, seat: Seat) -> int:
        """Return the number of a seat's action.

        :raises KeyError: if there is no such action under these rules.
        """
        return self._numbers[self._key(action, seat)]

    def key(self, number: int) -> Key:
        """Return what an action is: its kind, and what it names; a seat counts from the asker on.

        :raises IndexError: if there is no such action.
        """
        return self._keys[number]

    def _key(self, action: Json, seat: Seat) -> Key:
        kind = action["type"]
        match kind:
            case "ask":
                place = (action["target"] - seat) % self._seats
                return kind, place, action.get("rank") or action["card"]
            case "declare":
                naturals = [card for card in action["cards"] if card not in JOKERS]
                return kind, naturals[0][0], len(action["cards"]) - len(naturals)
            case "answer":
                return (kind,)
            case _:
                return kind, *(value for name, value in action.items() if name != "type")


def observation(view: Mapping[str, Any]) -> list[int]:
    """Return a view as whole numbers from 0; how many depends only on the number of seats."""
    return [*chain.from_iterable(numbers for _, numbers in _sections(view))]


def layout(view: Mapping[str, Any]) -> dict[str, slice]:
    """Return the slice of each part of the view in an observation."""
    names, parts = zip(*_sections(view), strict=True)
    ends = [0, *accumulate(map(len, parts))]
    return {name: slice(*ends[place : place + 2]) for place, name in enumerate(names)}


def _sections(view: Mapping[str, Any]) -> Iterator[tuple[str, list[int]]]:
    you, seats = view["you"], view["seats"]
    places = _places((you + place) % len(seats) for place in range(len(seats)))
    asked = view["asked"] or {}
    yield "phase", _flags([view["phase"]], _PHASES)
    yield "turn", _flags([view["turn"]], places)
    yield "to_act", _flags([view["to_act"]], places)
    yield "dealer", _flags([view["dealer"]], places)
    yield "asked_by", _flags([asked.get("seat")], places)
    yield "asked_of", _flags([asked.get("target")], places)
    yield "asked_rank", _flags([asked.get("rank")], _RANKS)
    yield "asked_card", _flags([asked.get("card")], _CARDS)
    yield "closing", _flags([view["closing"]], _CLOSING)
    yield "counts", [view["stock"], view["idle_asks"], view["deal"]]
    yield "void", _ranks(view["void"])
    yield "discards", _ranks(view["discards"])
    for number, place in places.items():
        seat = seats[number]
        yield (
            f"seat_{place}",
            [
                int(seat["left"]),
                seat["hand_size"],
                len(seat["books"]),
                seat["total"],
                seat["misses_turns"],
            ],
        )
        yield f"hand_{place}", _flags(seat["hand"] or (), _CARDS)
        yield f"books_{place}", _ranks(seat["books"])
        yield f"barred_{place}", _flags(seat["barred"], _RANKS)


def _flags(present: Iterable[Any], places: Places) -> list[int]:
    flags = [0] * len(places)
    for value in present:
        if value in places:
            flags[places[value]] = 1
    return flags


def _ranks(books: list[Json]) -> list[int]:
    """Return the number of books of each rank; books that lie face down do not count."""
    counts = [0] * len(RANKS)
    for book in books:
        if book["rank"] is not None:
            counts[_RANKS[book["rank"]]] += 1
    return counts

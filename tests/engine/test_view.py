"""What a viewer is shown of events and of positions, field by field.

The law itself is in ``test_redaction``.
"""

from typing import Any

import pytest

from games.engine.cards import parse_card
from games.engine.events import CardDrawn, Dealt, GameOver
from games.engine.state import Book
from games.engine.view import event_view, state_view
from tests.builders import hand, pack, rules, state

DRAWN = CardDrawn(1, parse_card("5C"), "fish", False)
CATCH = DRAWN._replace(public=True)
DEALT = Dealt(1, pack("2C 3C 4C 5C"), (2, 2))


@pytest.mark.parametrize(
    ("event", "viewer", "options", "card"),
    [
        pytest.param(DRAWN, 0, {}, None, id="the others do not"),
        pytest.param(DRAWN, None, {}, None, id="nor does a spectator"),
        pytest.param(CATCH, 0, {}, "5C", id="a catch is shown to all"),
        pytest.param(DRAWN, 0, {"open_hands": True}, "5C", id="with open hands all see it"),
        pytest.param(DRAWN, None, {"open_hands": True}, "5C", id="with open hands spectators too"),
    ],
)
def test_a_card_drawn(event: CardDrawn, viewer: int | None, options: Any, card: str | None) -> None:
    assert event_view(event, viewer, rules(**options)) == {
        "type": "card_drawn",
        "seat": 1,
        "card": card,
        "reason": "fish",
        "public": event.public,
    }


@pytest.mark.parametrize(
    ("viewer", "options", "hands"),
    [
        pytest.param(0, {}, [["2C", "4C"], None], id="one's own hand"),
        pytest.param(None, {}, [None, None], id="none for a spectator"),
        pytest.param(None, {"open_hands": True}, [["2C", "4C"], ["3C", "5C"]], id="open hands"),
    ],
)
def test_the_deal(viewer: int | None, options: Any, hands: Any) -> None:
    assert event_view(DEALT, viewer, rules(**options)) == {
        "type": "dealt",
        "dealer": 1,
        "counts": [2, 2],
        "stock": 48,
        "hands": hands,
    }


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_discarded_books_lie_face_down_for_all(viewer: int | None) -> None:
    discarded = (Book(10, hand("QC QD QH QS")),)
    position = state("2C", "3C", rules=rules("pagat"))._replace(discards=discarded)

    assert state_view(position, viewer)["discards"] == [{"rank": None, "cards": None}]


FINISHED = GameOver("all_books", (0, 0), (0, 1))


@pytest.mark.parametrize(
    ("viewer", "options", "over", "hands"),
    [
        pytest.param(0, {}, False, [["QC"], None], id="one's own"),
        pytest.param(None, {}, False, [None, None], id="none for a spectator"),
        pytest.param(None, {"open_hands": True}, False, [["QC"], ["QD", "QH"]], id="open hands"),
        pytest.param(None, {}, True, [["QC"], ["QD", "QH"]], id="all when the game is over"),
    ],
)
def test_hands_of_a_position(viewer: int | None, options: Any, over: bool, hands: Any) -> None:
    position = state("QC", "QD QH", stock="2C 3C", rules=rules(**options))
    if over:
        position = position._replace(phase="over", result=FINISHED)

    shown = state_view(position, viewer)

    assert [seat["hand"] for seat in shown["seats"]] == hands
    assert [seat["hand_size"] for seat in shown["seats"]] == [1, 2]
    assert shown["stock"] == 2


@pytest.mark.parametrize(
    ("preset", "viewer", "over", "seen"),
    [
        pytest.param("classic", None, False, True, id="face up, by spectators"),
        pytest.param("pagat", 1, False, False, id="face down, by others"),
        pytest.param("pagat", None, False, False, id="face down, by spectators"),
        pytest.param("pagat", 0, False, True, id="face down, by their owner"),
        pytest.param("pagat", None, True, True, id="face down, when the game is over"),
    ],
)
def test_books_of_a_position(preset: str, viewer: int | None, over: bool, seen: bool) -> None:
    position = state("QC", "QD", books=[["9C 9D 9H 9S"]], rules=rules(preset))
    if over:
        position = position._replace(phase="over", result=FINISHED)

    (book,) = state_view(position, viewer)["seats"][0]["books"]

    face = {"rank": "9", "cards": ["9C", "9D", "9H", "9S"]}
    assert book == (face if seen else {"rank": None, "cards": None})


def test_penalties_are_public() -> None:
    position = state("QC", "QD", barred=["", "7Q"], misses_turns=[0, 2])

    (_, other) = state_view(position, None)["seats"]

    assert other["barred"] == ["7", "Q"]
    assert other["misses_turns"] == 2

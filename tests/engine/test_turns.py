"""The flow of turns: passing, drawing into an empty hand, skipping (RULES.md §4.1, 4.2, 4.7, 4.8,
4.9, 4.19).
"""

import pytest

from games.engine.table import Table
from tests.builders import ask, declare, play, rules, table

SKIP = rules("classic", on_empty_hand="skip")
END_TURN = rules("classic", mid_turn_empty="end_turn")
ASKED = rules("classic", turn_passes_to="asked")
ASKED_SKIP = rules("classic", turn_passes_to="asked", on_empty_hand="skip")
PAIRS_WITH_JOKERS = rules("classic", "pairs", "wild_cards")

MISS = ["0 asks 1 Q", "1 tells 0 go fish", "0 draws 5C: fish"]
DRY_MISS = ["0 asks 1 Q", "1 tells 0 go fish, stock empty"]
LAST_QUEEN = ["0 asks 1 Q", "1 gives 0 QS", "0 books QC QD QH QS"]


@pytest.mark.parametrize(
    ("position", "events"),
    [
        pytest.param(
            table("QH", "3C", "4C", stock="5C ..."),
            [*MISS, "turn 0 to 1: no_catch"],
            id="a miss passes the turn to the left",
        ),
        pytest.param(
            table("QH", "3C", "4C", stock="5C ...", misses_turns=[0, 1, 0]),
            [*MISS, "1 skipped: penalty", "turn 0 to 2: no_catch"],
            id="a seat that owes a missed turn is skipped",
        ),
        pytest.param(
            table("QH", "3C", stock="5C ...", misses_turns=[0, 2]),
            [*MISS, "1 skipped: penalty", "turn 0 to 0: no_catch"],
            id="the turn may come back to its giver",
        ),
        pytest.param(
            table("QH", "3C", stock="5C ...", misses_turns=[1, 1]),
            [*MISS, "1 skipped: penalty", "0 skipped: penalty", "turn 0 to 1: no_catch"],
            id="all owing, the turn goes round until a seat owes no more",
        ),
        pytest.param(
            table("QH", "3C", "", stock="5C ...", misses_turns=[0, 1, 1]),
            [*MISS, "1 skipped: penalty", "2 skipped: penalty", "turn 0 to 0: no_catch"],
            id="a missed turn is used up by a seat without cards as well",
        ),
        pytest.param(
            table("QH 7C", "3C", stock="5C ...", rules=SKIP),
            [*MISS, "turn 0 to 1: no_catch"],
            id="a seat with cards is not skipped",
        ),
        pytest.param(
            table("QH 7C", "3C 3D 3H 2C", "QC QD QS 3S"),
            [*DRY_MISS, "turn 0 to 1: stock_empty"],
            id="go fish with the stock empty, the turn passes without a draw",
        ),
        pytest.param(
            table("QH QC", "2C", "QD QS 3C"),
            [*DRY_MISS, "1 skipped: no_cards", "turn 0 to 2: stock_empty"],
            id="a hand of dead cards is skipped when nothing can be drawn",
        ),
    ],
)
def test_after_a_miss(position: Table, events: list[str]) -> None:
    assert play(position, ask(0, 1, "Q")) == events


@pytest.mark.parametrize(
    ("position", "events"),
    [
        pytest.param(
            table("QH", "4C", "3C", stock="5C ...", rules=ASKED),
            "turn 0 to 2: no_catch",
            id="the turn goes to the asked seat",
        ),
        pytest.param(
            table("QH", "4C", "3C", stock="5C ...", rules=ASKED, misses_turns=[0, 0, 1]),
            "2 skipped: penalty, turn 0 to 0: no_catch",
            id="if that seat owes a missed turn its left plays",
        ),
        pytest.param(
            table("QH QC", "QD", "2C", rules=ASKED_SKIP, stock="QS 2D"),
            "0 draws QS: catch, 0 goes on: catch",
            id="a catch keeps the turn all the same",
        ),
        pytest.param(
            table("QH QC", "QD QS", "2C", rules=ASKED),
            "2 skipped: no_cards, turn 0 to 0: stock_empty",
            id="a seat with dead cards alone is skipped and its left plays",
        ),
    ],
)
def test_the_turn_passes_to_the_asked(position: Table, events: str) -> None:
    lines = play(position, ask(0, 2, "Q"))

    assert ", ".join(lines).endswith(events)


@pytest.mark.parametrize(
    ("position", "events"),
    [
        pytest.param(
            table("QC QD QH", "QS 3C", stock="5C ..."),
            ["0 goes on: received", "0 draws 5C: empty_hand"],
            id="draws one and goes on",
        ),
        pytest.param(
            table("QC QD QH", "QS 3C", stock="5C ...", rules=SKIP),
            ["0 goes on: received", "0 draws 5C: empty_hand"],
            id="draws one and goes on, though at the start of a turn it would be skipped",
        ),
        pytest.param(
            table("QC QD QH", "QS 3C", "4C", stock="5C ...", rules=END_TURN),
            ["turn 0 to 1: no_cards"],
            id="under end_turn passes the turn left",
        ),
        pytest.param(
            table("QC QD QH", "QS 3C 3D", "3H 3S", rules=ASKED),
            ["turn 0 to 1: no_cards"],
            id="without a stock passes the turn left",
        ),
        pytest.param(
            table(
                "QC QD QH",
                "QS",
                "3C",
                stock="5C ...",
                rules=rules("classic", turn_passes_to="asked", mid_turn_empty="end_turn"),
            ),
            ["1 draws 5C: empty_hand"],
            id="passes left even where a miss passes to the asked",
        ),
        pytest.param(
            table("QC QD QH 2C", "QS 3C 3D", "3H 3S"),
            ["turn 0 to 1: no_playable_card"],
            id="holding dead cards alone, counts as empty",
        ),
        pytest.param(
            table("QC QD QH 2C", "QS 3C 3D", stock="5C 3H 3S 5D 5H 5S"),
            ["0 goes on: received", "0 draws 5C: empty_hand"],
            id="holding dead cards alone, draws as an empty one",
        ),
        pytest.param(
            table("QC QD QH", "QS 3C 3D", stock="2C 3H 3S 5D 5H 5S"),
            ["0 draws 2C: empty_hand", "turn 0 to 1: no_playable_card"],
            id="draws only one, and passes if it cannot ask with it",
        ),
        pytest.param(
            table("QC QD QH BJ", "QS 3C", stock="5C ...", rules=rules("classic", "wild_cards")),
            ["0 goes on: received", "0 draws 5C: empty_hand"],
            id="holding a joker alone, counts as empty",
        ),
    ],
)
def test_a_hand_that_empties_in_its_turn(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[:3] == LAST_QUEEN
    assert lines[-len(events) :] == events


@pytest.mark.parametrize(
    ("position", "events"),
    [
        pytest.param(
            table("QH", "3C", "", stock="5C 6C ...", turn=1),
            ["turn 1 to 2: no_catch", "2 draws 6C: empty_hand"],
            id="draws one card and asks in the same turn",
        ),
        pytest.param(
            table("QH", "3C", "", stock="5C 6C ...", turn=1, rules=SKIP),
            ["2 skipped: no_cards", "turn 1 to 0: no_catch"],
            id="is skipped under skip",
        ),
        pytest.param(
            table(
                "QH", "3C", "BJ", stock="5C 6C ...", turn=1, rules=rules("classic", "wild_cards")
            ),
            ["turn 1 to 2: no_catch", "2 draws 6C: empty_hand"],
            id="with a joker alone draws too",
        ),
        pytest.param(
            table("QH", "3C", "", stock="5C 2C 3D 3H 3S QC QD QS 5D 5H 5S", turn=1),
            [
                "turn 1 to 2: no_catch",
                "2 draws 2C: empty_hand",
                "turn 2 to 0: no_playable_card",
            ],
            id="that draws a dead card passes the turn left",
        ),
    ],
)
def test_a_seat_whose_turn_comes_with_nothing_to_ask_with(
    position: Table, events: list[str]
) -> None:
    lines = play(position, ask(1, 0, "3"))

    assert lines[-len(events) :] == events


def test_the_card_drawn_into_an_empty_hand_is_never_a_catch() -> None:
    position = table("QH", "3C", "", stock="5C 3D ...", turn=1)

    play(position, ask(1, 0, "3"))
    events = play(position, ask(2, 1, "3"))

    assert events == ["2 asks 1 3", "1 gives 2 3C", "2 goes on: received"]


@pytest.mark.parametrize(
    ("position", "events"),
    [
        pytest.param(
            table("QH QC", "QD", stock="5C ..."),
            ["turn 0 to 1: no_target", "1 draws 5C: empty_hand"],
            id="the turn passes left and that seat draws",
        ),
        pytest.param(
            table("QH QC", "QD", "", stock="5C ..."),
            ["turn 0 to 1: no_target", "1 draws 5C: empty_hand"],
            id="however many seats are empty",
        ),
        pytest.param(
            table("QH QC", "QD", stock="2C 2D QS"),
            ["turn 0 to 1: no_target", "1 draws 2C: empty_hand", "turn 1 to 0: no_playable_card"],
            id="drawing a dead card, that seat passes on",
        ),
        pytest.param(
            table("QC QD QH 7C", "QS", stock="5C ...", misses_turns=[0, 1]),
            ["turn 0 to 0: no_target", "turn 0 to 1: no_target", "1 draws 5C: empty_hand"],
            id="the turn comes back while no seat can be asked, and passes again",
        ),
        pytest.param(
            table("QH QC", "QD", stock="QS 5C", rules=SKIP),
            ["over 0 0 won by 0 1: no_moves"],
            id="where no seat may draw the game ends",
        ),
    ],
)
def test_no_seat_to_ask(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[-len(events) :] == events


@pytest.mark.parametrize(
    ("position", "events"),
    [
        pytest.param(
            table("QC QD QH 2C", "QS 3C", "3D 3H 3S"),
            ["turn 0 to 1: no_playable_card"],
            id="a seat can still ask",
        ),
        pytest.param(
            table("QC QD QH", "QS", "3C 3D 3H", stock="3S", rules=SKIP, misses_turns=[0, 1, 0]),
            ["0 goes on: received", "0 draws 3S: empty_hand"],
            id="a draw is a move",
        ),
        pytest.param(
            table(
                "QC QD QH",
                "QS",
                "3C 3D 3H",
                stock="3S",
                rules=rules("pagat_authors", hand_size=5),
                misses_turns=[0, 1, 0],
            ),
            ["over 1 0 0 won by 0: no_moves"],
            id="one seat has all the cards left: no skip is recorded",
        ),
    ],
)
def test_no_seat_can_move(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[: len(LAST_QUEEN)] == LAST_QUEEN
    assert lines[len(LAST_QUEEN) :] == events


def test_a_hand_emptied_by_declaring_draws_as_any_other() -> None:
    position = table("QC BJ", "QS 3C", stock="5C ...", rules=PAIRS_WITH_JOKERS)

    events = play(position, declare(0, "QC BJ"))

    assert events == ["0 books QC BJ", "0 draws 5C: empty_hand"]

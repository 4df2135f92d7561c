"""When a game ends, why, and who wins (RULES.md §4.4, 4.6, 4.8, 4.10, 4.15, 4.17, 4.20)."""

import pytest

from games.engine.commands import Command, Resign
from games.engine.table import Table
from tests.builders import ask, play, refusal, rules, table

PAGAT = rules("pagat")
PLAY_ON = rules("pagat", "play_on")
AUTHORS = rules("pagat_authors", stalemate_limit=3)


@pytest.mark.parametrize(
    ("position", "asked", "ending"),
    [
        pytest.param(
            table("QC QD QH", "QS"),
            ask(0, 1, "Q"),
            "over 1 0 won by 0: all_books",
            id="no rank is open any more",
        ),
        pytest.param(
            table("QC QD QH", "QS 2C", "2D 2H 3S"),
            ask(0, 1, "Q"),
            "over 1 0 0 won by 0: all_books",
            id="the leftovers are dead cards",
        ),
        pytest.param(
            table("QC QD QH", "QS 2C", "2D 2H 2S", stock="3S", rules=PAGAT),
            ask(0, 1, "Q"),
            "over 1 0 0 won by 0: hand_empty",
            id="the asker's hand empties on a book",
        ),
        pytest.param(
            table("QC QD", "QH", "QS 2D 2H 2S", stock="2C", rules=PAGAT),
            ask(0, 1, "Q"),
            "over 0 0 0 won by 0 1 2: hand_empty",
            id="the giver's hand empties",
        ),
        pytest.param(
            table("QC QD QH 3C", "2C 2D", stock="QS", rules=PAGAT),
            ask(0, 1, "Q"),
            "over 1 0 won by 0: all_books",
            id="all books before an empty stock",
        ),
        pytest.param(
            table("QC QD QH", "2C 2D 2H", "2S", stock="QS", rules=PAGAT),
            ask(0, 1, "Q"),
            "over 1 0 0 won by 0: hand_empty",
            id="a hand empty before an empty stock",
        ),
        pytest.param(
            table("QC QD", "2C 2D 2H", "2S QH", stock="QS", rules=PAGAT),
            ask(0, 1, "Q"),
            "over 0 0 0 won by 0 1 2: stock_empty",
            id="a catch takes the last card of the stock",
        ),
        pytest.param(
            table("QC QD QH 3C", "2C 2D 2H", "2S", stock="QS", rules=PAGAT),
            ask(0, 1, "Q"),
            "over 1 0 0 won by 0: stock_empty",
            id="a book made by the last card counts",
        ),
        pytest.param(
            table("QC QD", "2C 2D 2H", "2S QS", stock="QH", rules=PLAY_ON),
            ask(0, 1, "Q"),
            "0 goes on: catch",
            id="play_on cancels the empty stock",
        ),
        pytest.param(
            table("QC QD QH", "QS 2C 2D 2H", stock="2S", rules=PLAY_ON),
            ask(0, 1, "Q"),
            "over 1 0 won by 0: hand_empty",
            id="under play_on an empty hand ends the game while stock remains",
        ),
        pytest.param(
            table("QC QD QH", "QS 2C 2D", "2H 2S", rules=PLAY_ON),
            ask(0, 1, "Q"),
            "turn 0 to 1: no_cards",
            id="under play_on an empty hand goes on without a stock",
        ),
        pytest.param(
            table("QC QD", "QH QS 2C 2D", "2H 2S", rules=AUTHORS, idle_asks=1),
            ask(0, 2, "Q"),
            "turn 0 to 2: stock_empty",
            id="one ask short of a stalemate",
        ),
        pytest.param(
            table("QC QD", "QH QS 2C 2D", "2H 2S", rules=AUTHORS, idle_asks=2),
            ask(0, 2, "Q"),
            "over 0 0 0 won by 0 1 2: stalemate",
            id="a stalemate",
        ),
        pytest.param(
            table("QC QD 3C 3D", "QH 3S 2C 2D", "2H 2S QS 3H", rules=AUTHORS, idle_asks=2),
            ask(0, 1, "Q"),
            "over 0 0 0 won by 0 1 2: stalemate",
            id="receiving without a book is no progress",
        ),
        pytest.param(
            table("QC QD", "QH QS 2C 2D", "2H 2S", rules=AUTHORS, idle_asks=2),
            ask(0, 1, "Q"),
            "turn 0 to 1: no_cards",
            id="a book breaks the stalemate",
        ),
        pytest.param(
            table("QC QD", "2H 2S", stock="QH QS 2C 2D", rules=rules("classic", stalemate_limit=1)),
            ask(0, 1, "Q"),
            "0 goes on: catch",
            id="a draw breaks the stalemate",
        ),
    ],
)
def test_the_end(position: Table, asked: Command, ending: str) -> None:
    assert ending in play(position, asked)


@pytest.mark.parametrize(
    ("position", "winners"),
    [
        pytest.param(
            table("QC QD QH 3C", "QS", books=[[], ["9C 9D 9H 9S"] * 2]), "1", id="most books"
        ),
        pytest.param(
            table("QC QD QH 3C", "QS", books=[[], ["9C 9D 9H 9S"]]), "0 1", id="a tie is shared"
        ),
        pytest.param(
            table(
                "QC QD QH 3C",
                "QS 4C 5C",
                "6C",
                books=[[], ["9C 9D 9H 9S"]],
                rules=rules("classic", tie_break="fewest_cards"),
            ),
            "0",
            id="fewest cards among the tied, not among all",
        ),
        pytest.param(
            table(
                "QC QD QH 3C",
                "QS 4C",
                "",
                books=[[], ["9C 9D 9H 9S"]],
                rules=rules("classic", tie_break="fewest_cards"),
            ),
            "0 1",
            id="still tied, shared",
        ),
        pytest.param(
            table("QC QD QH", "QS", left=1), "1", id="a leaver does not win, though it has most"
        ),
        pytest.param(table("QC QD QH", "QS", left=3), "", id="no winner where all have left"),
    ],
)
def test_the_winners(position: Table, winners: str) -> None:
    events = play(position, ask(0, 1, "Q"))

    assert f"won by {winners}:" in events[-1]


@pytest.mark.parametrize(
    ("books", "ending"),
    [
        pytest.param([["9C 9D 9H 9S"], []], "over 1 0 0 won by 1 2: abandoned", id="the leader"),
        pytest.param([[], ["9C 9D 9H 9S"]], "over 0 1 0 won by 1: abandoned", id="another"),
    ],
)
def test_resigning_ends_the_game_and_a_leaver_cannot_win(
    books: list[list[str]], ending: str
) -> None:
    position = table("QC", "QD", "QH", stock="QS", books=books)

    assert play(position, Resign(0)) == ["0 resigns", ending]


def test_one_may_resign_in_anothers_turn() -> None:
    assert refusal(table("QC", "QD", stock="QS", turn=0), Resign(1)) is None


def test_after_the_end_everything_is_refused() -> None:
    position = table("QC QD QH", "QS")
    play(position, ask(0, 1, "Q"))

    assert refusal(position, ask(0, 1, "Q")) == "game_over"
    assert refusal(position, Resign(0)) == "game_over"

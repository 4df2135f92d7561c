"""When a game ends, why, and who wins (RULES.md §4.4, 4.6, 4.8, 4.10, 4.15, 4.17, 4.20)."""

import pytest

from games.engine.commands import Command, Resign
from games.engine.table import Table
from tests.builders import ask, play, refusal, table
from tests.cases import cases


@cases("""
    position | command | event
    no rank is open any more | QC QD QH / QS | ask 0 1 Q | over 1 0 won by 0: all_books
    the leftovers are dead cards | QC QD QH / QS 2C / 2D 2H 3S | ask 0 1 Q | over 1 0 0 won by 0: all_books
    the asker's hand empties on a book
        | QC QD QH / QS 2C / 2D 2H 2S; stock 3S; rules pagat | ask 0 1 Q | over 1 0 0 won by 0: hand_empty
    the giver's hand empties
        | QC QD / QH / QS 2D 2H 2S; stock 2C; rules pagat | ask 0 1 Q | over 0 0 0 won by 0 1 2: hand_empty
    all books before an empty stock
        | QC QD QH 3C / 2C 2D; stock QS; rules pagat | ask 0 1 Q | over 1 0 won by 0: all_books
    a hand empty before an empty stock
        | QC QD QH / 2C 2D 2H / 2S; stock QS; rules pagat | ask 0 1 Q | over 1 0 0 won by 0: hand_empty
    a catch takes the last card of the stock
        | QC QD / 2C 2D 2H / 2S QH; stock QS; rules pagat | ask 0 1 Q | over 0 0 0 won by 0 1 2: stock_empty
    a book made by the last card counts
        | QC QD QH 3C / 2C 2D 2H / 2S; stock QS; rules pagat | ask 0 1 Q | over 1 0 0 won by 0: stock_empty
    play_on cancels the empty stock
        | QC QD / 2C 2D 2H / 2S QS; stock QH; rules pagat play_on | ask 0 1 Q | 0 goes on: catch
    under play_on an empty hand ends the game while stock remains
        | QC QD QH / QS 2C 2D 2H; stock 2S; rules pagat play_on | ask 0 1 Q | over 1 0 won by 0: hand_empty
    under play_on an empty hand goes on without a stock
        | QC QD QH / QS 2C 2D / 2H 2S; rules pagat play_on | ask 0 1 Q | turn 0 to 1: no_cards
    one ask short of a stalemate
        | QC QD / QH QS 2C 2D / 2H 2S; rules pagat_authors stalemate_limit=3; idle_asks 1 | ask 0 2 Q
        | turn 0 to 2: stock_empty
    a stalemate
        | QC QD / QH QS 2C 2D / 2H 2S; rules pagat_authors stalemate_limit=3; idle_asks 2 | ask 0 2 Q
        | over 0 0 0 won by 0 1 2: stalemate
    receiving without a book is no progress
        | QC QD 3C 3D / QH 3S 2C 2D / 2H 2S QS 3H; rules pagat_authors stalemate_limit=3; idle_asks 2 | ask 0 1 Q
        | over 0 0 0 won by 0 1 2: stalemate
    a book breaks the stalemate
        | QC QD / QH QS 2C 2D / 2H 2S; rules pagat_authors stalemate_limit=3; idle_asks 2 | ask 0 1 Q
        | turn 0 to 1: no_cards
    a draw breaks the stalemate
        | QC QD / 2H 2S; stock QH QS 2C 2D; rules classic stalemate_limit=1 | ask 0 1 Q | 0 goes on: catch
""")
def test_the_end(position: Table, command: Command, event: str) -> None:
    assert event in play(position, command)


@cases("""
    position | winners
    most books | QC QD QH 3C / QS; books / 9C 9D 9H 9S, 9C 9D 9H 9S | 1
    a tie is shared | QC QD QH 3C / QS; books / 9C 9D 9H 9S | 0 1
    fewest cards among the tied, not among all
        | QC QD QH 3C / QS 4C 5C / 6C; books / 9C 9D 9H 9S; rules classic tie_break=fewest_cards | 0
    still tied, shared | QC QD QH 3C / QS 4C /; books / 9C 9D 9H 9S; rules classic tie_break=fewest_cards | 0 1
    a leaver does not win, though it has most | QC QD QH / QS; left 1 | 1
    no winner where all have left | QC QD QH / QS; left 3 |
""")
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

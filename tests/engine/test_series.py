"""Deal after deal until a total reaches the target (RULES.md §4.16)."""

from games.engine.commands import Deal, Misdeal, Resign
from games.engine.table import Table
from tests.builders import answer, ask, declare, pack, play, refusal, rules, table
from tests.cases import cases

SERIES = rules("classic", "series")

# Seat 0 makes its second book by the ask that follows.
ONE_BOOK = [["9C 9D 9H 9S"], []]


@cases("""
    position | ending
    each deal scores its books and the dealer moves clockwise
        | QC QD QH / QS; rules classic series; totals 5 6; books 9C 9D 9H 9S / | over 2 0 won by 0: all_books;
        series 7 6, 0 deals
    the same dealer deals on under a fixed rotation
        | QC QD QH / QS; rules classic series dealer_rotation=fixed; totals 5 6; books 9C 9D 9H 9S /
        | over 2 0 won by 0: all_books; series 7 6, 1 deals
    a total at the target ends it
        | QC QD QH / QS; rules classic series; totals 8 3; books 9C 9D 9H 9S / | over 2 0 won by 0: all_books;
        series 10 3 won by 0
    the highest total wins, not the first at the target
        | QC QD QH / QS; rules classic series; totals 10 11; books 9C 9D 9H 9S / | over 2 0 won by 0: all_books;
        series 12 11 won by 0
    a tie is shared
        | QC QD QH / QS; rules classic series; totals 9 11; books 9C 9D 9H 9S / | over 2 0 won by 0: all_books;
        series 11 11 won by 0 1
    the 99th deal goes on
        | QC QD QH / QS; rules classic series; totals 1 4; deals_scored 98; books 9C 9D 9H 9S /
        | over 2 0 won by 0: all_books; series 3 4, 0 deals
    after 100 deals the highest total wins
        | QC QD QH / QS; rules classic series; totals 1 4; deals_scored 99; books 9C 9D 9H 9S /
        | over 2 0 won by 0: all_books; series 3 4 won by 1
    a leaver's total at the target does not end it
        | QC QD QH / QS /; rules classic series; totals 9 4 3; books 9C 9D 9H 9S /  /; left 1
        | over 2 0 0 won by 1 2: all_books; series 11 4 3, 0 deals
    nor does it win where another reaches the target
        | QC QD QH / QS /; rules classic series; totals 8 12 3; books 9C 9D 9H 9S /  /; left 2
        | over 2 0 0 won by 0: all_books; series 10 12 3 won by 0
    nor after 100 deals
        | QC QD QH / QS /; rules classic series; totals 1 40 4; deals_scored 99; books 9C 9D 9H 9S /  /; left 2
        | over 2 0 0 won by 0: all_books; series 3 40 4 won by 2
    without a target one deal is the game | QC QD QH / QS; books 9C 9D 9H 9S / | over 2 0 won by 0: all_books
""")
def test_the_end_of_a_deal(position: Table, ending: list[str]) -> None:
    events = play(position, ask(0, 1, "Q"))

    assert events[-len(ending) :] == ending


def test_between_deals_the_game_waits_for_no_seat_and_the_referee_deals() -> None:
    position = table("QC QD QH", "QS", rules=SERIES)

    play(position, ask(0, 1, "Q"))

    assert position.phase == "deal"
    assert position.freeze().to_act() is None


def test_penalties_lapse_with_each_finished_deal() -> None:
    position = table(
        "QC QD QH",
        "QS",
        rules=rules("classic", "series", "honour"),
        books=ONE_BOOK,
        barred=["7", "A"],
        misses_turns=[1, 2],
    )

    play(position, ask(0, 1, "Q"), answer(1, "QS"), declare(0, "QC QD QH QS"))

    assert position.phase == "deal"
    assert (position.barred, position.misses_turns) == ([0, 0], [0, 0])


def test_a_misdeal_may_be_claimed_again_in_the_next_deal() -> None:
    redealt = rules("classic", "series", redeal_on_exposed=True)
    position = table("QC QD QH", "QS", rules=redealt, books=ONE_BOOK)
    position.misdeal_claims = 0b11

    play(position, ask(0, 1, "Q"), Deal(pack("")))

    play(position, Misdeal(0, "exposed_card"), Deal(pack("")))
    assert refusal(position, Misdeal(0, "exposed_card")) == "misdeal_not_allowed"
    assert refusal(position, Misdeal(1, "exposed_card")) is None


def test_resigning_in_a_deal_scores_it_and_ends_the_series() -> None:
    position = table(
        "QC QD", "QH", stock="QS", rules=SERIES, totals=[5, 6], books=[["9C 9D 9H 9S"]]
    )

    assert play(position, Resign(1)) == [
        "1 resigns",
        "over 1 0 won by 0: abandoned",
        "series 6 6 won by 0",
    ]


def test_resigning_between_deals_scores_no_deal_twice() -> None:
    position = table("QC QD QH", "QS", rules=SERIES, totals=[5, 6], books=ONE_BOOK)
    play(position, ask(0, 1, "Q"))

    assert play(position, Resign(0)) == [
        "0 resigns",
        "over 0 0 won by 1: abandoned",
        "series 7 6 won by 1",
    ]


def test_resigning_after_a_misdeal_counts_no_book_of_it() -> None:
    position = table("QC", "QS", stock="...", rules=rules("bicycle"), books=ONE_BOOK)
    play(position, Misdeal(1, "exposed_card"))

    assert play(position, Resign(1)) == ["1 resigns", "over 0 0 won by 0: abandoned"]

"""Turns, when a game ends and who wins, and deal after deal (RULES.md §4)."""

import pytest

from games.engine.commands import Command, Deal, Misdeal, Resign
from games.engine.table import Table
from tests.builders import answer, ask, declare, pack, play, refusal, rules, table
from tests.cases import cases

LAST_QUEEN = ["0 asks 1 Q", "1 gives 0 QS", "0 books QC QD QH QS"]


@cases("""
    position | events
    a miss passes the turn to the left
        | QH / 3C / 4C; stock 5C ... | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish; turn 0 to 1: no_catch
    a seat that owes a missed turn is skipped
        | QH / 3C / 4C; stock 5C ...; misses_turns 0 1 0 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; turn 0 to 2: no_catch
    all owing, the turn goes round until a seat owes no more
        | QH / 3C; stock 5C ...; misses_turns 1 1 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; 0 skipped: penalty; turn 0 to 1: no_catch
    a missed turn is used up by a seat without cards as well
        | QH / 3C /; stock 5C ...; misses_turns 0 1 1 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        1 skipped: penalty; 2 skipped: penalty; turn 0 to 0: no_catch
    a hand of dead cards is skipped when nothing can be drawn
        | QH QC / 2C / QD QS 3C | 0 asks 1 Q; 1 tells 0 go fish, stock empty; 1 skipped: no_cards;
        turn 0 to 2: stock_empty
""")
def test_after_a_miss(position: Table, events: list[str]) -> None:
    assert play(position, ask(0, 1, "Q")) == events


@cases("""
    position | event
    the turn goes to the asked seat
        | QH / 4C / 3C; stock 5C ...; rules classic turn_passes_to=asked | turn 0 to 2: no_catch
    if that seat owes a missed turn its left plays
        | QH / 4C / 3C; stock 5C ...; rules classic turn_passes_to=asked; misses_turns 0 0 1
        | 2 skipped: penalty, turn 0 to 0: no_catch
    a seat with dead cards alone is skipped and its left plays
        | QH QC / QD QS / 2C; rules classic turn_passes_to=asked | 2 skipped: no_cards, turn 0 to 0: stock_empty
""")
def test_the_turn_passes_to_the_asked(position: Table, event: str) -> None:
    lines = play(position, ask(0, 2, "Q"))

    assert ", ".join(lines).endswith(event)


@cases("""
    position | events
    draws one and goes on | QC QD QH / QS 3C; stock 5C ... | 0 goes on: received; 0 draws 5C: empty_hand
    draws one and goes on, though at the start of a turn it would be skipped
        | QC QD QH / QS 3C; stock 5C ...; rules classic on_empty_hand=skip | 0 goes on: received;
        0 draws 5C: empty_hand
    under end_turn passes the turn left
        | QC QD QH / QS 3C / 4C; stock 5C ...; rules classic mid_turn_empty=end_turn | turn 0 to 1: no_cards
    without a stock passes the turn left
        | QC QD QH / QS 3C 3D / 3H 3S; rules classic turn_passes_to=asked | turn 0 to 1: no_cards
    passes left even where a miss passes to the asked
        | QC QD QH / QS / 3C; stock 5C ...; rules classic turn_passes_to=asked mid_turn_empty=end_turn
        | 1 draws 5C: empty_hand
    holding dead cards alone, counts as empty | QC QD QH 2C / QS 3C 3D / 3H 3S | turn 0 to 1: no_playable_card
    draws only one, and passes if it cannot ask with it
        | QC QD QH / QS 3C 3D; stock 2C 3H 3S 5D 5H 5S | 0 draws 2C: empty_hand; turn 0 to 1: no_playable_card
""")
def test_a_hand_that_empties_in_its_turn(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[:3] == LAST_QUEEN
    assert lines[-len(events) :] == events


@cases("""
    position | events
    draws one card and asks in the same turn
        | QH / 3C /; stock 5C 6C ...; turn 1 | turn 1 to 2: no_catch; 2 draws 6C: empty_hand
    is skipped under skip
        | QH / 3C /; stock 5C 6C ...; turn 1; rules classic on_empty_hand=skip | 2 skipped: no_cards;
        turn 1 to 0: no_catch
    that draws a dead card passes the turn left
        | QH / 3C /; stock 5C 2C 3D 3H 3S QC QD QS 5D 5H 5S; turn 1 | turn 1 to 2: no_catch; 2 draws 2C: empty_hand;
        turn 2 to 0: no_playable_card
""")
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


@cases("""
    position | events
    the turn passes left and that seat draws
        | QH QC / QD; stock 5C ... | turn 0 to 1: no_target; 1 draws 5C: empty_hand
    drawing a dead card, that seat passes on
        | QH QC / QD; stock 2C 2D QS | turn 0 to 1: no_target; 1 draws 2C: empty_hand; turn 1 to 0: no_playable_card
    the turn comes back while no seat can be asked, and passes again
        | QC QD QH 7C / QS; stock 5C ...; misses_turns 0 1 | turn 0 to 0: no_target; turn 0 to 1: no_target;
        1 draws 5C: empty_hand
    where no seat may draw the game ends
        | QH QC / QD; stock QS 5C; rules classic on_empty_hand=skip | over 0 0 won by 0 1: no_moves
""")
def test_no_seat_to_ask(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[-len(events) :] == events


@cases("""
    position | events
    a seat can still ask | QC QD QH 2C / QS 3C / 3D 3H 3S | turn 0 to 1: no_playable_card
    a draw is a move
        | QC QD QH / QS / 3C 3D 3H; stock 3S; rules classic on_empty_hand=skip; misses_turns 0 1 0
        | 0 goes on: received; 0 draws 3S: empty_hand
    one seat has all the cards left: no skip is recorded
        | QC QD QH / QS / 3C 3D 3H; stock 3S; rules pagat_authors hand_size=5; misses_turns 0 1 0
        | over 1 0 0 won by 0: no_moves
""")
def test_no_seat_can_move(position: Table, events: list[str]) -> None:
    lines = play(position, ask(0, 1, "Q"))

    assert lines[: len(LAST_QUEEN)] == LAST_QUEEN
    assert lines[len(LAST_QUEEN) :] == events


# When a game ends, why, and who wins (RULES.md §4.4, 4.6, 4.8, 4.10, 4.15, 4.17, 4.20).


@cases("""
    position | command | event
    no rank is open any more | QC QD QH / QS | ask 0 1 Q | over 1 0 won by 0: all_books
    the leftovers are dead cards | QC QD QH / QS 2C / 2D 2H 3S | ask 0 1 Q | over 1 0 0 won by 0: all_books
    the asker's hand empties on a book
        | QC QD QH / QS 2C / 2D 2H 2S; stock 3S; rules pagat | ask 0 1 Q | over 1 0 0 won by 0: hand_empty
    the giver's hand empties
        | QC QD / QH / QS 2D 2H 2S; stock 2C; rules pagat | ask 0 1 Q | over 0 0 0 won by 0 1 2: hand_empty
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
    one ask short of a stalemate
        | QC QD / QH QS 2C 2D / 2H 2S; rules pagat_authors stalemate_limit=3; idle_asks 1 | ask 0 2 Q
        | turn 0 to 2: stock_empty
    all books before an empty stock
        | QC QD QH 3C / 2C 2D; stock QS; rules pagat | ask 0 1 Q | over 1 0 won by 0: all_books
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


# Deal after deal until a total reaches the target (RULES.md §4.16).


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
""")
def test_the_end_of_a_deal(position: Table, ending: list[str]) -> None:
    events = play(position, ask(0, 1, "Q"))

    assert events[-len(ending) :] == ending


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

"""What may be asked, what is handed over, and the fishing (RULES.md §1, §4.3, §4.12, §4.13,
§4.18).
"""

import pytest

from games.engine.commands import Ask, Command
from games.engine.rules import Rules
from games.engine.table import Table
from tests.builders import ask, hand, play, refusal, rules, table
from tests.cases import cases

CARD = rules("classic", "pointed_questions")
BLUFF = rules("classic", "bluff")


@cases("""
    position | command | events
    every card of the rank is handed over and the asker asks again
        | QH 2S / QC QD 3C; stock 4C QS ... | ask 0 1 Q | 0 asks 1 Q; 1 gives 0 QC QD; 0 goes on: received
    of a transfer of one the lowest suit is handed over
        | QH 2S / QS QC 3C; stock ...; rules classic transfer=one | ask 0 1 Q | 0 asks 1 Q; 1 gives 0 QC;
        0 goes on: received
    a book is laid the moment it is complete
        | QC QH QS 2S / QD 3C; stock ... | ask 0 1 Q | 0 asks 1 Q; 1 gives 0 QD; 0 books QC QD QH QS;
        0 goes on: received
    a catch is shown and the asker asks again
        | QH 2S / 3C 4C; stock QS ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish; 0 draws QS: catch; 0 goes on: catch
    a catch that completes the book is a catch
        | QC QD QH 2S / 3C 4C; stock QS ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish; 0 draws QS: catch;
        0 books QC QD QH QS; 0 goes on: catch
    a miss ends the turn
        | QH 2S / 3C 4C; stock 5C ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5C: fish;
        turn 0 to 1: no_catch
    a book not asked for is laid and the turn ends
        | QH 2C 2D 2H / 3C 4C; stock 2S ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 2S: fish;
        0 books 2C 2D 2H 2S; turn 0 to 1: no_catch
    under extra_turn_on_book a book not asked for gives another turn
        | QH 2C 2D 2H / 3C 4C; stock 2S ...; rules bicycle | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish;
        0 draws 2S: fish; 0 books 2C 2D 2H 2S; 0 goes on: book
    the last book that can be made ends the game
        | QH QS 2C / QC QD 3C 3D 3H; rules pagat_authors | ask 0 1 Q | 0 asks 1 Q; 1 gives 0 QC QD;
        0 books QC QD QH QS; over 1 0 won by 0: all_books
    without a stock receiving goes on as with one
        | QH 2C 2D / QC QD QS 2H 2S | ask 0 1 2 | 0 asks 1 2; 1 gives 0 2H 2S; 0 books 2C 2D 2H 2S;
        0 goes on: received
    with the stock empty go fish draws nothing and the turn passes
        | QH 2C 2D / QC QD QS 3C / 2H 2S 3D 3H 3S | ask 0 1 2 | 0 asks 1 2; 1 tells 0 go fish, stock empty;
        turn 0 to 1: stock_empty
    by card the exact card is handed over
        | QH 2S / QC 3C; stock ...; rules classic pointed_questions | ask 0 1 QC | 0 asks 1 QC; 1 gives 0 QC;
        0 goes on: received
    by card neither held nor drawn cards of the rank count
        | QH 2S / QC 3C; stock QS ...; rules classic pointed_questions | ask 0 1 QD | 0 asks 1 QD; 1 tells 0 go fish;
        0 draws QS: fish; turn 0 to 1: no_catch
    by card the exact card drawn is a catch
        | QH 2S / QC 3C; stock QD ...; rules classic pointed_questions | ask 0 1 QD | 0 asks 1 QD; 1 tells 0 go fish;
        0 draws QD: catch; 0 goes on: catch
    a bluff looks like any other miss
        | QH 2S / QC 3C; stock QS ...; rules classic bluff | ask 0 1 QH | 0 asks 1 QH; 1 tells 0 go fish;
        0 draws QS: fish; turn 0 to 1: no_catch
    pairs need two cards
        | 5S 6H 6D / 3C 4C; stock 5C ...; rules classic pairs | ask 0 1 6 | 0 asks 1 6; 1 tells 0 go fish;
        0 draws 5C: fish; 0 books 5C 5S; turn 0 to 1: no_catch
    two pairs at once are laid lowest suits first
        | 6S 2D / 6C 6D 6H 3C; stock ...; rules classic pairs | ask 0 1 6 | 0 asks 1 6; 1 gives 0 6C 6D 6H;
        0 books 6C 6D; 0 books 6H 6S; 0 goes on: received
    of three equal ranks the lowest suits make the pair
        | 6S 2D / 6C 6D 3C; stock ...; rules classic pairs | ask 0 1 6 | 0 asks 1 6; 1 gives 0 6C 6D; 0 books 6C 6D;
        0 goes on: received
""")
def test_an_ask(position: Table, command: Ask, events: list[str]) -> None:
    assert play(position, command) == events


FISH_PENALTY = rules("classic", "fish_penalty")
TWO_BOOKS = [["9C 9D 9H 9S", "8C 8D 8H 8S"]]


@cases("""
    position | command | lost
    a catch costs the oldest book
        | QH 2S / 3C; stock QS ...; books 9C 9D 9H 9S, 8C 8D 8H 8S; rules classic fish_penalty | ask 0 1 Q
        | 0 loses 9C 9D 9H 9S
    the book just caught is safe | QC QD QH 2S / 3C; stock QS ...; rules classic fish_penalty | ask 0 1 Q |
    a miss costs nothing, though it makes a book
        | QH 2C 2D 2H / 3C; stock 2S ...; books 9C 9D 9H 9S, 8C 8D 8H 8S; rules classic fish_penalty | ask 0 1 Q |
    receiving costs nothing
        | QH 2S / QC 3C; stock ...; books 9C 9D 9H 9S, 8C 8D 8H 8S; rules classic fish_penalty | ask 0 1 Q |
    without the option a catch costs nothing | QH 2S / 3C; stock QS ...; books 9C 9D 9H 9S, 8C 8D 8H 8S | ask 0 1 Q |
""")
def test_the_fish_penalty(position: Table, command: Ask, lost: list[str]) -> None:
    events = play(position, command)

    assert [event for event in events if "loses" in event] == lost


def test_the_lost_book_leaves_the_score_and_the_extra_turn_is_kept() -> None:
    position = table("QH 2S", "3C", stock="QS ...", books=TWO_BOOKS, rules=FISH_PENALTY)

    events = play(position, ask(0, 1, "Q"))

    assert events[-2:] == ["0 loses 9C 9D 9H 9S", "0 goes on: catch"]
    assert [book.rank for book in position.books[0]] == [6]
    assert [book.rank for book in position.discards] == [7]


@cases("""
    position | command | code
    game over | QH / 3C; phase over | ask 1 0 Q | game_over
    another's turn | QH / 3C; stock ... | ask 1 1 Q | not_your_turn
    the turn is closing | QH / 3C; stock ...; rules bicycle honour; phase closing | ask 0 0 Q | wrong_phase
    oneself | QH / 3C; stock ... | ask 0 0 K | bad_target
    no such seat | QH / 3C; stock ... | ask 0 2 K | bad_target
    a seat below 0 | QH / 3C; stock ... | ask 0 -1 K | bad_target
    no cards | QH /  / 3C; stock ... | ask 0 1 K | target_has_no_cards
    not held | QH / 3C; stock ... | ask 0 1 K | rank_not_held
    a joker stands for no rank in an ask | QH RJ / 3C; stock ...; rules classic wild_cards | ask 0 1 K | rank_not_held
    by card | QH / 3C; stock ...; rules classic pointed_questions | ask 0 1 KH | rank_not_held
    a held card, before a closed rank
        | QH 3H / 3C; stock 3S; rules classic pointed_questions | ask 0 1 QH | card_already_held
    rank closed | QH 3H / 3C 3D 3S; stock 2C | ask 0 1 Q | rank_closed
    the card lies in a book
        | QH QC / QD 3C; stock 3H 3S; rules classic specific_card book_size=2 | ask 0 1 QS | card_out_of_play
    a card for a rank | QH / 3C; stock ... | ask 0 1 QS | wrong_ask_form
    and back | QH / 3C; stock ...; rules classic pointed_questions | ask 0 1 Q | wrong_ask_form
""")
def test_an_ask_is_refused_with_the_first_code_that_applies(
    position: Table, command: Command, code: str
) -> None:
    assert refusal(position, command) == code


@pytest.mark.parametrize(
    ("rank_cards", "is_open"),
    [
        pytest.param(["QH QS", "QC", "QD"], True, id="four in play, one of them in the stock"),
        pytest.param(["QH QS", "QC", "2C"], False, id="three in play"),
        pytest.param(["QH QS BJ", "QC", "2C"], True, id="three and a joker in one's own hand"),
        pytest.param(
            ["QH QS", "QC BJ", "2C"], True, id="three and a joker elsewhere, with a stock"
        ),
        pytest.param(
            ["QH QS", "QC BJ", ""], False, id="three and another's joker, without a stock"
        ),
        pytest.param(["QH QS BJ", "QC", ""], True, id="three and one's own joker, without a stock"),
        pytest.param(["QH BJ RJ", "QC", ""], True, id="two and one's own two jokers"),
    ],
)
def test_a_rank_is_open_while_a_book_of_it_can_be_made(
    rank_cards: list[str], is_open: bool
) -> None:
    mine, theirs, stock = rank_cards
    wild = rules("classic", "wild_cards")
    position = table(f"{mine} 3C 3D", f"{theirs} 3H 3S", stock=stock, rules=wild)

    assert refusal(position, ask(0, 1, "Q")) == (None if is_open else "rank_closed")


@pytest.mark.parametrize(
    ("mine", "theirs", "stock", "askable"),
    [
        pytest.param("QH", "QC", "2C", "QC QD QH QS", id="a card of it is elsewhere"),
        pytest.param("QH", "3C", "QC", "QC QD QH QS", id="a card of it is in the stock"),
        pytest.param("QH BJ", "3C", "2C", "QC QD QH QS", id="its holder can complete it"),
        pytest.param("QH", "3C", "BJ", "", id="only a joker in the stock could complete it"),
        pytest.param("QH", "3C BJ", "2C", "", id="only another's joker could complete it"),
    ],
)
def test_by_card_a_rank_is_askable_only_with_a_card_to_ask_for(
    mine: str, theirs: str, stock: str, askable: str
) -> None:
    pairs_by_card = rules("classic", "pairs", "wild_cards", "pointed_questions")
    position = table(mine, theirs, stock=stock, rules=pairs_by_card)

    assert position.askable_cards(0) & hand("QC QD QH QS") == hand(askable)


@pytest.mark.parametrize("card", ["QH", "QC"], ids=["held", "not held"])
def test_a_bluff_needs_a_rank_that_another_can_hold(card: str) -> None:
    pairs = rules("classic", "pairs", "wild_cards", "bluff")
    alone = table("QH 2H", "3C", stock="BJ", rules=pairs)
    not_alone = table("QH 2H", "3C", stock="QC", rules=pairs)

    assert refusal(alone, ask(0, 1, card)) == "rank_closed"
    assert refusal(not_alone, ask(0, 1, card)) is None


def test_a_refused_ask_changes_nothing() -> None:
    position = table("QH", "3C", stock="...")
    before = position.freeze()

    assert refusal(position, ask(0, 1, "K")) == "rank_not_held"

    assert position.freeze() == before
    assert position.events == []


@pytest.mark.parametrize("option", [Rules(), CARD, BLUFF], ids=["rank", "card", "bluff"])
def test_what_was_asked_is_remembered_only_until_it_is_settled(option: Rules) -> None:
    position = table("QH 2S", "QC 3C", stock="5C ...", rules=option)

    play(position, ask(0, 1, "Q" if option.ask_by == "rank" else "QC"))

    assert position.asked is None

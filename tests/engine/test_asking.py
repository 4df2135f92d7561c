"""What may be asked, what is handed over, and the fishing (RULES.md §1, §4.3, §4.12, §4.13,
§4.18).
"""

import pytest

from games.engine.commands import Ask, Command
from games.engine.rules import Rules
from games.engine.table import Table
from tests.builders import ask, hand, play, refusal, rules, table

CARD = rules("classic", "pointed_questions")
BLUFF = rules("classic", "bluff")


@pytest.mark.parametrize(
    ("position", "asked", "events"),
    [
        pytest.param(
            table("QH 2S", "QC QD 3C", stock="4C QS ..."),
            ask(0, 1, "Q"),
            ["0 asks 1 Q", "1 gives 0 QC QD", "0 goes on: received"],
            id="every card of the rank is handed over and the asker asks again",
        ),
        pytest.param(
            table("QH 2S", "QS QC 3C", stock="...", rules=rules("classic", transfer="one")),
            ask(0, 1, "Q"),
            ["0 asks 1 Q", "1 gives 0 QC", "0 goes on: received"],
            id="of a transfer of one the lowest suit is handed over",
        ),
        pytest.param(
            table("QC QH QS 2S", "QD 3C", stock="..."),
            ask(0, 1, "Q"),
            ["0 asks 1 Q", "1 gives 0 QD", "0 books QC QD QH QS", "0 goes on: received"],
            id="a book is laid the moment it is complete",
        ),
        pytest.param(
            table("QH 2S", "3C 4C", stock="QS ..."),
            ask(0, 1, "Q"),
            ["0 asks 1 Q", "1 tells 0 go fish", "0 draws QS: catch", "0 goes on: catch"],
            id="a catch is shown and the asker asks again",
        ),
        pytest.param(
            table("QC QD QH 2S", "3C 4C", stock="QS ..."),
            ask(0, 1, "Q"),
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws QS: catch",
                "0 books QC QD QH QS",
                "0 goes on: catch",
            ],
            id="a catch that completes the book is a catch",
        ),
        pytest.param(
            table("QH 2S", "3C 4C", stock="5C ..."),
            ask(0, 1, "Q"),
            ["0 asks 1 Q", "1 tells 0 go fish", "0 draws 5C: fish", "turn 0 to 1: no_catch"],
            id="a miss ends the turn",
        ),
        pytest.param(
            table("QH 2C 2D 2H", "3C 4C", stock="2S ..."),
            ask(0, 1, "Q"),
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 2S: fish",
                "0 books 2C 2D 2H 2S",
                "turn 0 to 1: no_catch",
            ],
            id="a book not asked for is laid and the turn ends",
        ),
        pytest.param(
            table("QH 2C 2D 2H", "3C 4C", stock="2S ...", rules=rules("bicycle")),
            ask(0, 1, "Q"),
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 2S: fish",
                "0 books 2C 2D 2H 2S",
                "0 goes on: book",
            ],
            id="under extra_turn_on_book a book not asked for gives another turn",
        ),
        pytest.param(
            table("QH QS 2C", "QC QD 3C 3D 3H", rules=rules("pagat_authors")),
            ask(0, 1, "Q"),
            [
                "0 asks 1 Q",
                "1 gives 0 QC QD",
                "0 books QC QD QH QS",
                "over 1 0 won by 0: all_books",
            ],
            id="the last book that can be made ends the game",
        ),
        pytest.param(
            table("QH 2C 2D", "QC QD QS 2H 2S"),
            ask(0, 1, "2"),
            [
                "0 asks 1 2",
                "1 gives 0 2H 2S",
                "0 books 2C 2D 2H 2S",
                "0 goes on: received",
            ],
            id="without a stock receiving goes on as with one",
        ),
        pytest.param(
            table("QH 2C 2D", "QC QD QS 3C", "2H 2S 3D 3H 3S"),
            ask(0, 1, "2"),
            ["0 asks 1 2", "1 tells 0 go fish, stock empty", "turn 0 to 1: stock_empty"],
            id="with the stock empty go fish draws nothing and the turn passes",
        ),
        pytest.param(
            table("QH 2S", "QC 3C", stock="...", rules=CARD),
            ask(0, 1, "QC"),
            ["0 asks 1 QC", "1 gives 0 QC", "0 goes on: received"],
            id="by card the exact card is handed over",
        ),
        pytest.param(
            table("QH 2S", "QC 3C", stock="QS ...", rules=CARD),
            ask(0, 1, "QD"),
            ["0 asks 1 QD", "1 tells 0 go fish", "0 draws QS: fish", "turn 0 to 1: no_catch"],
            id="by card neither held nor drawn cards of the rank count",
        ),
        pytest.param(
            table("QH 2S", "QC 3C", stock="QD ...", rules=CARD),
            ask(0, 1, "QD"),
            ["0 asks 1 QD", "1 tells 0 go fish", "0 draws QD: catch", "0 goes on: catch"],
            id="by card the exact card drawn is a catch",
        ),
        pytest.param(
            table("QH 2S", "QC 3C", stock="QS ...", rules=BLUFF),
            ask(0, 1, "QH"),
            ["0 asks 1 QH", "1 tells 0 go fish", "0 draws QS: fish", "turn 0 to 1: no_catch"],
            id="a bluff looks like any other miss",
        ),
        pytest.param(
            table("5S 6H 6D", "3C 4C", stock="5C ...", rules=rules("classic", "pairs")),
            ask(0, 1, "6"),
            [
                "0 asks 1 6",
                "1 tells 0 go fish",
                "0 draws 5C: fish",
                "0 books 5C 5S",
                "turn 0 to 1: no_catch",
            ],
            id="pairs need two cards",
        ),
        pytest.param(
            table("6S 2D", "6C 6D 6H 3C", stock="...", rules=rules("classic", "pairs")),
            ask(0, 1, "6"),
            [
                "0 asks 1 6",
                "1 gives 0 6C 6D 6H",
                "0 books 6C 6D",
                "0 books 6H 6S",
                "0 goes on: received",
            ],
            id="two pairs at once are laid lowest suits first",
        ),
        pytest.param(
            table("6S 2D", "6C 6D 3C", stock="...", rules=rules("classic", "pairs")),
            ask(0, 1, "6"),
            ["0 asks 1 6", "1 gives 0 6C 6D", "0 books 6C 6D", "0 goes on: received"],
            id="of three equal ranks the lowest suits make the pair",
        ),
    ],
)
def test_an_ask(position: Table, asked: Ask, events: list[str]) -> None:
    assert play(position, asked) == events


FISH_PENALTY = rules("classic", "fish_penalty")
TWO_BOOKS = [["9C 9D 9H 9S", "8C 8D 8H 8S"]]


@pytest.mark.parametrize(
    ("position", "asked", "lost"),
    [
        pytest.param(
            table("QH 2S", "3C", stock="QS ...", books=TWO_BOOKS, rules=FISH_PENALTY),
            ask(0, 1, "Q"),
            ["0 loses 9C 9D 9H 9S"],
            id="a catch costs the oldest book",
        ),
        pytest.param(
            table("QC QD QH 2S", "3C", stock="QS ...", rules=FISH_PENALTY),
            ask(0, 1, "Q"),
            [],
            id="the book just caught is safe",
        ),
        pytest.param(
            table("QH 2C 2D 2H", "3C", stock="2S ...", books=TWO_BOOKS, rules=FISH_PENALTY),
            ask(0, 1, "Q"),
            [],
            id="a miss costs nothing, though it makes a book",
        ),
        pytest.param(
            table("QH 2S", "QC 3C", stock="...", books=TWO_BOOKS, rules=FISH_PENALTY),
            ask(0, 1, "Q"),
            [],
            id="receiving costs nothing",
        ),
        pytest.param(
            table("QH 2S", "3C", stock="QS ...", books=TWO_BOOKS),
            ask(0, 1, "Q"),
            [],
            id="without the option a catch costs nothing",
        ),
    ],
)
def test_the_fish_penalty(position: Table, asked: Ask, lost: list[str]) -> None:
    events = play(position, asked)

    assert [event for event in events if "loses" in event] == lost


def test_the_lost_book_leaves_the_score_and_the_extra_turn_is_kept() -> None:
    position = table("QH 2S", "3C", stock="QS ...", books=TWO_BOOKS, rules=FISH_PENALTY)

    events = play(position, ask(0, 1, "Q"))

    assert events[-2:] == ["0 loses 9C 9D 9H 9S", "0 goes on: catch"]
    assert [book.rank for book in position.books[0]] == [6]
    assert [book.rank for book in position.discards] == [7]


@pytest.mark.parametrize(
    ("position", "asked", "code"),
    [
        pytest.param(table("QH", "3C", phase="over"), ask(1, 0, "Q"), "game_over", id="game over"),
        pytest.param(
            table("QH", "3C", stock="..."), ask(1, 1, "Q"), "not_your_turn", id="another's turn"
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=rules("bicycle", "honour"), phase="closing"),
            ask(0, 0, "Q"),
            "wrong_phase",
            id="the turn is closing",
        ),
        pytest.param(table("QH", "3C", stock="..."), ask(0, 0, "K"), "bad_target", id="oneself"),
        pytest.param(
            table("QH", "3C", stock="..."), ask(0, 2, "K"), "bad_target", id="no such seat"
        ),
        pytest.param(
            table("QH", "3C", stock="..."), ask(0, -1, "K"), "bad_target", id="a seat below 0"
        ),
        pytest.param(
            table("QH", "", "3C", stock="..."), ask(0, 1, "K"), "target_has_no_cards", id="no cards"
        ),
        pytest.param(
            table("QH", "3C", stock="..."), ask(0, 1, "K"), "rank_not_held", id="not held"
        ),
        pytest.param(
            table("QH RJ", "3C", stock="...", rules=rules("classic", "wild_cards")),
            ask(0, 1, "K"),
            "rank_not_held",
            id="a joker stands for no rank in an ask",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=CARD),
            ask(0, 1, "KH"),
            "rank_not_held",
            id="by card",
        ),
        pytest.param(
            table("QH 3H", "3C", stock="3S", rules=CARD),
            ask(0, 1, "QH"),
            "card_already_held",
            id="a held card, before a closed rank",
        ),
        pytest.param(
            table("QH 3H", "3C 3D 3S", stock="2C"), ask(0, 1, "Q"), "rank_closed", id="rank closed"
        ),
        pytest.param(
            table(
                "QH QC",
                "QD 3C",
                stock="3H 3S",
                rules=rules("classic", "specific_card", book_size=2),
            ),
            ask(0, 1, "QS"),
            "card_out_of_play",
            id="the card lies in a book",
        ),
        pytest.param(
            table("QH", "3C", stock="..."),
            ask(0, 1, "QS"),
            "wrong_ask_form",
            id="a card for a rank",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=CARD),
            ask(0, 1, "Q"),
            "wrong_ask_form",
            id="and back",
        ),
    ],
)
def test_an_ask_is_refused_with_the_first_code_that_applies(
    position: Table, asked: Command, code: str
) -> None:
    assert refusal(position, asked) == code


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

"""Wild cards: declared by their holder, never asked for, laid by the referee at the end (RULES.md
§4.11).
"""

import pytest

from games.engine.commands import Ask, Command
from games.engine.table import Table
from tests.builders import ask, cards, declare, hand, play, refusal, rules, table

WILD = rules("classic", "wild_cards")
WILD_PAIRS = rules("classic", "wild_cards", "pairs")
WILD_PAGAT = rules("pagat", "wild_cards")


@pytest.mark.parametrize(
    ("position", "declared", "events"),
    [
        pytest.param(
            table("KC KD KH RJ 9C", "KS 2C", stock="...", rules=WILD),
            declare(0, "KC KD KH RJ"),
            ["0 books KC KD KH RJ"],
            id="three and a joker; the holder may still ask",
        ),
        pytest.param(
            table("KC KD BJ RJ 9C", "KS 2C", stock="...", rules=WILD),
            declare(0, "RJ KD BJ KC"),
            ["0 books KC KD BJ RJ"],
            id="two and two jokers, in any order",
        ),
        pytest.param(
            table("KC RJ 9C", "KS 2C", stock="...", rules=WILD_PAIRS),
            declare(0, "KC RJ"),
            ["0 books KC RJ"],
            id="a pair of a king and a joker",
        ),
        pytest.param(
            table("KC KD KH RJ", "2C 2D 2H", stock="2S", rules=WILD_PAGAT),
            declare(0, "KC KD KH RJ"),
            ["0 books KC KD KH RJ", "over 1 0 won by 0: hand_empty"],
            id="emptying the hand ends a game that ends so",
        ),
        pytest.param(
            table("KC KD KH RJ", "2C 2D", rules=WILD),
            declare(0, "KC KD KH RJ"),
            ["0 books KC KD KH RJ", "over 1 0 won by 0: all_books"],
            id="with the last rank closed the game ends",
        ),
        pytest.param(
            table("KC KD KH RJ KS", "2C 2D 2H", "2S", rules=rules("pagat_authors", "wild_cards")),
            declare(0, "KC KD KH RJ"),
            ["0 books KC KD KH RJ", "turn 0 to 1: no_playable_card"],
            id="the leftover king is dead",
        ),
    ],
)
def test_declaring(position: Table, declared: Command, events: list[str]) -> None:
    assert play(position, declared) == events


@pytest.mark.parametrize(
    ("position", "declared", "code"),
    [
        pytest.param(table("KC", "2C", phase="over"), declare(0, "KC"), "game_over", id="over"),
        pytest.param(
            table("KC", "KD RJ", rules=WILD_PAIRS, stock="..."),
            declare(1, "KD RJ"),
            "not_your_turn",
            id="in another's turn",
        ),
        pytest.param(
            table("KC RJ", "KD", rules=rules("classic", "honour", "wild_cards"), phase="answer"),
            declare(0, "KC KC"),
            "wrong_phase",
            id="while an answer is awaited",
        ),
        pytest.param(
            table("KC RJ", "KD", rules=WILD_PAIRS, stock="..."),
            declare(0, "KD KD"),
            "duplicate_card",
            id="a card named twice, before one not held",
        ),
        pytest.param(
            table("KC RJ", "KD", rules=WILD_PAIRS, stock="..."),
            declare(0, "KD 2C"),
            "card_not_held",
            id="not held, before no book",
        ),
        pytest.param(
            table("BJ RJ KC", "KD", rules=WILD_PAIRS, stock="..."),
            declare(0, "BJ RJ"),
            "not_a_book",
            id="two jokers are no pair",
        ),
        pytest.param(
            table("QC KC RJ", "KD", rules=WILD_PAIRS, stock="..."),
            declare(0, "QC KC"),
            "not_a_book",
            id="two ranks",
        ),
        pytest.param(
            table("KC KD KH RJ", "KS", rules=WILD, stock="..."),
            declare(0, "KC KD RJ"),
            "not_a_book",
            id="too few cards",
        ),
        pytest.param(
            table("KC KD RJ", "KH", rules=WILD_PAIRS, stock="..."),
            declare(0, "KC KD RJ"),
            "not_a_book",
            id="too many cards",
        ),
        pytest.param(
            table("KC RJ", "KD", rules=WILD_PAIRS, stock="..."),
            declare(0, ""),
            "not_a_book",
            id="no cards",
        ),
    ],
)
def test_a_declaration_is_refused_with_the_first_code_that_applies(
    position: Table, declared: Command, code: str
) -> None:
    assert refusal(position, declared) == code


@pytest.mark.parametrize(
    ("position", "asked", "events"),
    [
        pytest.param(
            table("KC 9C", "KD RJ 2C", stock="...", rules=WILD),
            ask(0, 1, "K"),
            ["0 asks 1 K", "1 gives 0 KD", "0 goes on: received"],
            id="handed over",
        ),
        pytest.param(
            table("KC 9C", "2C", stock="RJ ...", rules=WILD),
            ask(0, 1, "K"),
            ["0 asks 1 K", "1 tells 0 go fish", "0 draws RJ: fish", "turn 0 to 1: no_catch"],
            id="a catch",
        ),
        pytest.param(
            table("KC RJ KD", "KH 2C", stock="...", rules=WILD),
            ask(0, 1, "K"),
            ["0 asks 1 K", "1 gives 0 KH", "0 goes on: received"],
            id="used automatically",
        ),
        pytest.param(
            table("KC 9C", "BJ", stock="2C ...", rules=WILD),
            ask(0, 1, "K"),
            ["0 asks 1 K", "1 tells 0 go fish", "0 draws 2C: fish"],
            id="a reason not to ask: a seat with a joker alone may be asked",
        ),
    ],
)
def test_a_joker_is_never(position: Table, asked: Command, events: list[str]) -> None:
    assert play(position, asked)[: len(events)] == events


@pytest.mark.parametrize("referee", ["auto", "honour"])
def test_a_joker_cannot_be_asked_for(referee: str) -> None:
    by_card = rules("classic", "wild_cards", "specific_card", referee=referee)
    position = table("KC BJ", "RJ KD", stock="...", rules=by_card)
    [joker] = cards("RJ")

    assert refusal(position, Ask(0, 1, joker // 4, joker)) == "rank_not_held"


@pytest.mark.parametrize(
    ("hands", "laid"),
    [
        pytest.param(
            ["KC KD KH BJ QC", "QD 2S"], ["0 books KC KD KH BJ"], id="a book still complete"
        ),
        pytest.param(
            ["KC KD QC QD QH RJ BJ", "QS"],
            ["0 books QC QD QH BJ"],
            id="most naturals first, black joker first",
        ),
        pytest.param(
            ["3C 3D KC KD RJ BJ", "QC"],
            ["0 books KC KD BJ RJ"],
            id="of equally many naturals the highest rank",
        ),
        pytest.param(
            ["KC KD KH RJ", "3C 3D 3H BJ"],
            ["0 books KC KD KH RJ", "1 books 3C 3D 3H BJ"],
            id="seat 0 upward",
        ),
        pytest.param(["KC KD RJ", "BJ"], [], id="nothing that is not complete"),
    ],
)
def test_the_referee_lays_joker_books_at_the_end(hands: list[str], laid: list[str]) -> None:
    mine, theirs = hands
    position = table(f"{mine} 7C", f"{theirs} 5C", stock="2D", rules=WILD_PAGAT, turn=1)
    position.set_in_play(position.in_play | hand("5D 5H 5S"))

    events = play(position, ask(1, 0, "5"))

    assert [event for event in events if "books" in event] == laid
    assert events[-1].endswith("stock_empty")


def test_a_hand_of_jokers_may_be_asked() -> None:
    position = table("KC 9C", "BJ", stock="2C ...", rules=WILD)

    assert refusal(position, ask(0, 1, "K")) is None

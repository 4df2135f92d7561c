"""Wild cards: declared by their holder, never asked for, laid by the referee at the end (RULES.md
§4.11).
"""

import pytest

from games.engine.commands import Ask, Command
from games.engine.table import Table
from tests.builders import ask, cards, hand, play, refusal, rules, table
from tests.cases import cases

WILD = rules("classic", "wild_cards")
WILD_PAGAT = rules("pagat", "wild_cards")


@cases("""
    position | command | events
    three and a joker; the holder may still ask
        | KC KD KH RJ 9C / KS 2C; stock ...; rules classic wild_cards | declare 0 KC KD KH RJ | 0 books KC KD KH RJ
    two and two jokers, in any order
        | KC KD BJ RJ 9C / KS 2C; stock ...; rules classic wild_cards | declare 0 RJ KD BJ KC | 0 books KC KD BJ RJ
    a pair of a king and a joker
        | KC RJ 9C / KS 2C; stock ...; rules classic wild_cards pairs | declare 0 KC RJ | 0 books KC RJ
    emptying the hand ends a game that ends so
        | KC KD KH RJ / 2C 2D 2H; stock 2S; rules pagat wild_cards | declare 0 KC KD KH RJ | 0 books KC KD KH RJ;
        over 1 0 won by 0: hand_empty
    with the last rank closed the game ends
        | KC KD KH RJ / 2C 2D; rules classic wild_cards | declare 0 KC KD KH RJ | 0 books KC KD KH RJ;
        over 1 0 won by 0: all_books
    the leftover king is dead
        | KC KD KH RJ KS / 2C 2D 2H / 2S; rules pagat_authors wild_cards | declare 0 KC KD KH RJ
        | 0 books KC KD KH RJ; turn 0 to 1: no_playable_card
""")
def test_declaring(position: Table, command: Command, events: list[str]) -> None:
    assert play(position, command) == events


@cases("""
    position | command | code
    over | KC / 2C; phase over | declare 0 KC | game_over
    in another's turn | KC / KD RJ; rules classic wild_cards pairs; stock ... | declare 1 KD RJ | not_your_turn
    while an answer is awaited
        | KC RJ / KD; rules classic honour wild_cards; phase answer | declare 0 KC KC | wrong_phase
    a card named twice, before one not held
        | KC RJ / KD; rules classic wild_cards pairs; stock ... | declare 0 KD KD | duplicate_card
    not held, before no book | KC RJ / KD; rules classic wild_cards pairs; stock ... | declare 0 KD 2C | card_not_held
    two jokers are no pair | BJ RJ KC / KD; rules classic wild_cards pairs; stock ... | declare 0 BJ RJ | not_a_book
    two ranks | QC KC RJ / KD; rules classic wild_cards pairs; stock ... | declare 0 QC KC | not_a_book
    too few cards | KC KD KH RJ / KS; rules classic wild_cards; stock ... | declare 0 KC KD RJ | not_a_book
    too many cards | KC KD RJ / KH; rules classic wild_cards pairs; stock ... | declare 0 KC KD RJ | not_a_book
    no cards | KC RJ / KD; rules classic wild_cards pairs; stock ... | declare 0 | not_a_book
""")
def test_a_declaration_is_refused_with_the_first_code_that_applies(
    position: Table, command: Command, code: str
) -> None:
    assert refusal(position, command) == code


@cases("""
    position | command | events
    handed over
        | KC 9C / KD RJ 2C; stock ...; rules classic wild_cards | ask 0 1 K | 0 asks 1 K; 1 gives 0 KD;
        0 goes on: received
    a catch
        | KC 9C / 2C; stock RJ ...; rules classic wild_cards | ask 0 1 K | 0 asks 1 K; 1 tells 0 go fish;
        0 draws RJ: fish; turn 0 to 1: no_catch
    used automatically
        | KC RJ KD / KH 2C; stock ...; rules classic wild_cards | ask 0 1 K | 0 asks 1 K; 1 gives 0 KH;
        0 goes on: received
    a reason not to ask: a seat with a joker alone may be asked
        | KC 9C / BJ; stock 2C ...; rules classic wild_cards | ask 0 1 K | 0 asks 1 K; 1 tells 0 go fish;
        0 draws 2C: fish
""")
def test_a_joker_is_never(position: Table, command: Command, events: list[str]) -> None:
    assert play(position, command)[: len(events)] == events


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

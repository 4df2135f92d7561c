"""What may be asked, what is handed over, the fishing, and wild cards (RULES.md §1, §4)."""

import pytest

from games.engine.commands import Ask, Command
from games.engine.table import Table
from tests.builders import ask, cards, hand, play, refusal, rules, table
from tests.cases import cases


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
    a catch that completes the book is a catch
        | QC QD QH 2S / 3C 4C; stock QS ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish; 0 draws QS: catch;
        0 books QC QD QH QS; 0 goes on: catch
    a book not asked for is laid and the turn ends
        | QH 2C 2D 2H / 3C 4C; stock 2S ... | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 2S: fish;
        0 books 2C 2D 2H 2S; turn 0 to 1: no_catch
    under extra_turn_on_book a book not asked for gives another turn
        | QH 2C 2D 2H / 3C 4C; stock 2S ...; rules bicycle | ask 0 1 Q | 0 asks 1 Q; 1 tells 0 go fish;
        0 draws 2S: fish; 0 books 2C 2D 2H 2S; 0 goes on: book
    the last book that can be made ends the game
        | QH QS 2C / QC QD 3C 3D 3H; rules pagat_authors | ask 0 1 Q | 0 asks 1 Q; 1 gives 0 QC QD;
        0 books QC QD QH QS; over 1 0 won by 0: all_books
    with the stock empty go fish draws nothing and the turn passes
        | QH 2C 2D / QC QD QS 3C / 2H 2S 3D 3H 3S | ask 0 1 2 | 0 asks 1 2; 1 tells 0 go fish, stock empty;
        turn 0 to 1: stock_empty
    by card neither held nor drawn cards of the rank count
        | QH 2S / QC 3C; stock QS ...; rules classic pointed_questions | ask 0 1 QD | 0 asks 1 QD; 1 tells 0 go fish;
        0 draws QS: fish; turn 0 to 1: no_catch
    a bluff looks like any other miss
        | QH 2S / QC 3C; stock QS ...; rules classic bluff | ask 0 1 QH | 0 asks 1 QH; 1 tells 0 go fish;
        0 draws QS: fish; turn 0 to 1: no_catch
    pairs need two cards
        | 5S 6H 6D / 3C 4C; stock 5C ...; rules classic pairs | ask 0 1 6 | 0 asks 1 6; 1 tells 0 go fish;
        0 draws 5C: fish; 0 books 5C 5S; turn 0 to 1: no_catch
""")
def test_an_ask(position: Table, command: Ask, events: list[str]) -> None:
    assert play(position, command) == events


@cases("""
    position | command | lost
    a catch costs the oldest book
        | QH 2S / 3C; stock QS ...; books 9C 9D 9H 9S, 8C 8D 8H 8S; rules classic fish_penalty | ask 0 1 Q
        | 0 loses 9C 9D 9H 9S
    the book just caught is safe | QC QD QH 2S / 3C; stock QS ...; rules classic fish_penalty | ask 0 1 Q |
    a miss costs nothing, though it makes a book
        | QH 2C 2D 2H / 3C; stock 2S ...; books 9C 9D 9H 9S, 8C 8D 8H 8S; rules classic fish_penalty | ask 0 1 Q |
""")
def test_the_fish_penalty(position: Table, command: Ask, lost: list[str]) -> None:
    events = play(position, command)

    assert [event for event in events if "loses" in event] == lost


@cases("""
    position | command | code
    another's turn | QH / 3C; stock ... | ask 1 1 Q | not_your_turn
    the turn is closing | QH / 3C; stock ...; rules bicycle honour; phase closing | ask 0 0 Q | wrong_phase
    no cards | QH /  / 3C; stock ... | ask 0 1 K | target_has_no_cards
    not held | QH / 3C; stock ... | ask 0 1 K | rank_not_held
    by card | QH / 3C; stock ...; rules classic pointed_questions | ask 0 1 KH | rank_not_held
    a held card, before a closed rank
        | QH 3H / 3C; stock 3S; rules classic pointed_questions | ask 0 1 QH | card_already_held
    rank closed | QH 3H / 3C 3D 3S; stock 2C | ask 0 1 Q | rank_closed
    the card lies in a book
        | QH QC / QD 3C; stock 3H 3S; rules classic specific_card book_size=2 | ask 0 1 QS | card_out_of_play
    a card for a rank | QH / 3C; stock ... | ask 0 1 QS | wrong_ask_form
""")
def test_an_ask_is_refused_with_the_first_code_that_applies(
    position: Table, command: Command, code: str
) -> None:
    assert refusal(position, command) == code


@pytest.mark.parametrize(
    ("rank_cards", "is_open"),
    [
        pytest.param(["QH QS", "QC", "2C"], False, id="three in play"),
        pytest.param(["QH QS BJ", "QC", "2C"], True, id="three and a joker in one's own hand"),
        pytest.param(
            ["QH QS", "QC BJ", "2C"], True, id="three and a joker elsewhere, with a stock"
        ),
        pytest.param(
            ["QH QS", "QC BJ", ""], False, id="three and another's joker, without a stock"
        ),
        pytest.param(["QH QS BJ", "QC", ""], True, id="three and one's own joker, without a stock"),
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


# Wild cards: declared by their holder, never asked for, laid by the referee at the end (RULES.md
# §4.11).


WILD_PAGAT = rules("pagat", "wild_cards")


@cases("""
    position | command | events
    three and a joker; the holder may still ask
        | KC KD KH RJ 9C / KS 2C; stock ...; rules classic wild_cards | declare 0 KC KD KH RJ | 0 books KC KD KH RJ
    a pair of a king and a joker
        | KC RJ 9C / KS 2C; stock ...; rules classic wild_cards pairs | declare 0 KC RJ | 0 books KC RJ
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
    in another's turn | KC / KD RJ; rules classic wild_cards pairs; stock ... | declare 1 KD RJ | not_your_turn
    while an answer is awaited
        | KC RJ / KD; rules classic honour wild_cards; phase answer | declare 0 KC KC | wrong_phase
    a card named twice, before one not held
        | KC RJ / KD; rules classic wild_cards pairs; stock ... | declare 0 KD KD | duplicate_card
    not held, before no book | KC RJ / KD; rules classic wild_cards pairs; stock ... | declare 0 KD 2C | card_not_held
    two jokers are no pair | BJ RJ KC / KD; rules classic wild_cards pairs; stock ... | declare 0 BJ RJ | not_a_book
    too many cards | KC KD RJ / KH; rules classic wild_cards pairs; stock ... | declare 0 KC KD RJ | not_a_book
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
    ],
)
def test_the_referee_lays_joker_books_at_the_end(hands: list[str], laid: list[str]) -> None:
    mine, theirs = hands
    position = table(f"{mine} 7C", f"{theirs} 5C", stock="2D", rules=WILD_PAGAT, turn=1)
    position.set_in_play(position.in_play | hand("5D 5H 5S"))

    events = play(position, ask(1, 0, "5"))

    assert [event for event in events if "books" in event] == laid
    assert events[-1].endswith("stock_empty")

"""Honour mode: answering, declaring, closing, and 001's Irregularities (RULES.md §5)."""

import pytest

from games.engine.commands import Command, Declare, EndTurn, TimeOut
from games.engine.decide import execute
from games.engine.legal import legal_commands
from games.engine.table import Table
from tests.builders import answer, ask, hand, play, refusal, rules, table
from tests.cases import cases

HONOUR = rules("classic", "honour")
ONE = rules("classic", "honour", transfer="one")


@cases("""
    position | commands | events
    the asked seat answers | QH 2S / QC QD 3C; stock ...; rules classic honour | ask 0 1 Q | 0 asks 1 Q
    after a miss the turn is closing until its owner ends it
        | QH 2S / 3C; stock 5C ...; rules classic honour | ask 0 1 Q; answer 1; end_turn 0 | 0 asks 1 Q;
        1 tells 0 go fish; 0 draws 5C: fish; 0 closes: no_catch; turn 0 to 1: no_catch
    a book is not laid by the referee
        | QC QD QH 2S / QS 3C; stock ...; rules classic honour | ask 0 1 Q; answer 1 QS | 0 asks 1 Q; 1 gives 0 QS;
        0 goes on: received
    a book is declared before asking
        | QC QD QH QS 2S / 3C; stock ...; rules classic honour | declare 0 QC QD QH QS | 0 books QC QD QH QS
    or while closing
        | 2C 2D 2H QH / 3C; stock 2S ...; rules classic honour | ask 0 1 Q; answer 1; declare 0 2C 2D 2H 2S;
        end_turn 0 | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 2S: fish; 0 closes: no_catch; 0 books 2C 2D 2H 2S;
        turn 0 to 1: no_catch
    what is not declared by the end of the turn is void
        | 2C 2D 2H QH / 3C; stock 2S ...; rules classic honour | ask 0 1 Q; answer 1; end_turn 0 | 0 asks 1 Q;
        1 tells 0 go fish; 0 draws 2S: fish; 0 closes: no_catch; 0 voids 2C 2D 2H 2S: not_shown; turn 0 to 1: no_catch
    a book with the card just drawn gives another ask under extra_turn_on_book
        | 2C 2D 2H QH / 3C; stock 2S ...; rules bicycle honour | ask 0 1 Q; answer 1; declare 0 2C 2D 2H 2S
        | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 2S: fish; 0 closes: no_catch; 0 books 2C 2D 2H 2S; 0 goes on: book
    a book without the card just drawn does not
        | 2C 2D 2H 2S QH 9C 9D 9H 9S / 3C; stock 5S ...; rules bicycle honour | ask 0 1 Q; answer 1;
        declare 0 2C 2D 2H 2S | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 5S: fish; 0 closes: no_catch;
        0 books 2C 2D 2H 2S
    a book of a barred rank is void and gives no extra turn
        | 2C 2D 2H QH / 3C; stock 2S ...; rules bicycle honour; barred 2 | ask 0 1 Q; answer 1; declare 0 2C 2D 2H 2S
        | 0 asks 1 Q; 1 tells 0 go fish; 0 draws 2S: fish; 0 closes: no_catch; 0 voids 2C 2D 2H 2S: barred_rank
    cards of a barred rank may be asked for and must be given
        | QH 2S / QC QD 3C; stock ...; rules classic honour; barred / Q | ask 0 1 Q; answer 1 QC QD | 0 asks 1 Q;
        1 gives 0 QC QD; 0 goes on: received
""")
def test_honour_play(position: Table, commands: list[Command], events: list[str]) -> None:
    assert play(position, *commands) == events


@cases("""
    position | commands | events
    an ending condition met
        | 6C 6D 6S 2C / 6H 2D; stock 2H 2S; rules pagat honour | ask 0 1 6; answer 1 6H; declare 0 6C 6D 6H 6S;
        ask 0 1 2; answer 1 2D; end_turn 0 | 0 closes: hand_empty; over 1 0 won by 0: hand_empty
    the stock empty
        | 6C 6D 2C / 2D 6H 6S / 2H; stock 2S; rules pagat honour | ask 0 2 6; answer 2; end_turn 0
        | 0 closes: stock_empty; over 0 0 0 won by 0 1 2: stock_empty
    go fish with no stock
        | 6C 6D / 6H 6S 2C / 2D 2H 2S; rules pagat_authors honour | ask 0 2 6; answer 2; end_turn 0
        | 0 closes: stock_empty; turn 0 to 2: stock_empty
    dead cards alone left by declaring
        | 6C 6D 6H 3C / 6S 2C / 2D 2H 2S; rules pagat_authors honour | ask 0 1 6; answer 1 6S; declare 0 6C 6D 6H 6S;
        end_turn 0 | 0 closes: no_playable_card; turn 0 to 1: no_playable_card
    not at all where the empty hand draws and goes on
        | 6C 6D 6H / 6S / 2D 2H 2S 2C; stock 9C 9D 9H 9S; rules classic honour | ask 0 1 6; answer 1 6S;
        declare 0 6C 6D 6H 6S | 0 books 6C 6D 6H 6S; 0 draws 9C: empty_hand
""")
def test_a_turn_closes_before_it_ends(
    position: Table, commands: list[Command], events: list[str]
) -> None:
    lines = play(position, *commands)

    rest = iter(lines)
    assert all(event in rest for event in events), lines


@cases("""
    position | command | event
    out of turn, whatever else is wrong with it
        | QH / 3C; stock ...; rules classic honour | ask 1 1 K | 1 out_of_turn K: rank_barred
    out of turn, while another's turn is closing
        | QH / 3C; stock ...; rules classic honour; phase closing | ask 1 0 3 | 1 out_of_turn 3: rank_barred
    a rank not held | QH / 3C; stock ...; rules classic honour | ask 0 1 K | 0 illegal_call K: misses_next_turn
    a card of a rank not held
        | QH / 3C; stock ...; rules classic honour pointed_questions | ask 0 1 KD
        | 0 illegal_call KD: misses_next_turn
    a held card where that is forbidden
        | QH / 3C; stock ...; rules classic honour pointed_questions | ask 0 1 QH
        | 0 illegal_call QH: misses_next_turn
""")
def test_an_irregular_ask_is_void_and_has_its_penalty(
    position: Table, command: Command, event: str
) -> None:
    before = position.freeze()

    assert play(position, command) == [event]

    after = position.freeze()
    assert after._replace(
        barred=before.barred, misses_turns=before.misses_turns, called_illegally=False
    ) == before._replace(called_illegally=False)


@pytest.mark.parametrize(
    ("given", "handed"),
    [
        pytest.param("", "QC QD", id="all withheld"),
        pytest.param("QC", "QC QD", id="one of two withheld"),
    ],
)
def test_withheld_cards_are_handed_over_and_the_withholder_pays(given: str, handed: str) -> None:
    position = table("QH 2S", "QC QD 3C", stock="...", rules=HONOUR)

    events = play(position, ask(0, 1, "Q"), answer(1, given))

    assert events == [
        "0 asks 1 Q",
        "1 failure_to_give_up Q: rank_barred misses_next_turn",
        f"1 gives 0 {handed}",
        "0 goes on: received",
    ]
    assert position.misses_turns == [0, 1]


@cases("""
    position | first | second | code
    out of turn in a rank barred already
        | QH / 3C; stock ...; rules classic honour | ask 1 0 3 | ask 1 0 3 | not_your_turn
    a second illegal call in one turn
        | QH / 3C; stock ...; rules classic honour | ask 0 1 K | ask 0 1 A | rank_not_held
    a second call for a held card in one turn
        | QH / 3C; stock ...; rules classic honour pointed_questions | ask 0 1 QH | ask 0 1 QH | card_already_held
    an exposed card exposed again
        | QH / 3C; stock ...; rules classic honour | expose 1 3C | expose 1 3C | card_already_exposed
""")
def test_an_offence_repeated_is_merely_refused(
    position: Table, first: Command, second: Command, code: str | None
) -> None:
    play(position, first)

    assert refusal(position, second) == code


@cases("""
    position | command | code
    game over | QH / 3C; rules classic honour; phase over | answer 1 | game_over
    the asker | QH / 3C / 4C; stock ...; rules classic honour | answer 0 | not_your_turn
    a card named twice | QH / QC 3C /; stock ...; rules classic honour | answer 1 3C 3C | duplicate_card
    a card not held, before one not asked for
        | QH / QC 3C /; stock ...; rules classic honour | answer 1 QD 3C | card_not_held
    a card not asked for | QH / QC 3C /; stock ...; rules classic honour | answer 1 QC 3C | card_not_asked
""")
def test_an_answer_is_refused_with_the_first_code_that_applies(
    position: Table, command: Command, code: str
) -> None:
    if position.phase == "ask":
        play(position, ask(0, 1, "Q"))

    assert refusal(position, command) == code


@cases("""
    position | command | code
    no ask yet | QH / 3C; stock ...; rules classic honour | answer 0 | wrong_phase
    end: too early | QH / 3C; stock ...; rules classic honour | end_turn 0 | wrong_phase
    end: another | QH / 3C; stock ...; rules classic honour | end_turn 1 | not_your_turn
    a whole book is declared before its rank is asked for
        | QC QD QH QS 2C / 3C; stock ...; rules classic honour | ask 0 1 Q | rank_closed
    expose: honour only | QH / 3C | expose 0 QH | honour_only
    expose: no cards dealt | /; rules classic honour; phase deal; turn none | expose 0 QH | wrong_phase
    expose: not held | QH / 3C; stock ...; rules classic honour | expose 0 2C | card_not_held
""")
def test_what_honour_mode_refuses(position: Table, command: Command, code: str) -> None:
    assert refusal(position, command) == code


@pytest.mark.parametrize("given", ["QC", "QD", "QS"])
def test_of_a_transfer_of_one_the_asked_seat_chooses_the_card(given: str) -> None:
    position = table("QH 2S", "QC QD QS 3C", stock="...", rules=ONE)

    events = play(position, ask(0, 1, "Q"), answer(1, given))

    assert events == ["0 asks 1 Q", f"1 gives 0 {given}", "0 goes on: received"]
    assert position.barred == [0, 0]


def test_of_a_transfer_of_one_only_one_card_is_given() -> None:
    position = table("QH 2S", "QC QD 3C", stock="...", rules=ONE)
    play(position, ask(0, 1, "Q"))

    assert refusal(position, answer(1, "QC QD")) == "card_not_asked"


def test_of_a_transfer_of_one_a_time_out_gives_the_lowest_suit() -> None:
    position = table("QH 2S", "QD QS 3C", stock="...", rules=ONE)
    position.turn_seconds = 30
    play(position, ask(0, 1, "Q"))

    execute(position, TimeOut(1))

    assert position.hands == [hand("QH 2S QD"), hand("QS 3C")]


QUEENS = "QC QD QH QS"


def test_another_seats_complete_book_is_laid_by_the_referee_at_the_end() -> None:
    position = table(
        "6C 6D 2C", "2D 6H 6S", f"{QUEENS} 2H", stock="2S", rules=rules("pagat", "honour")
    )

    events = play(position, ask(0, 2, "6"), answer(2), EndTurn(0))

    assert events[-2:] == [f"2 books {QUEENS}", "over 0 0 1 won by 2: stock_empty"]


def test_each_choice_of_cards_for_a_book_is_legal() -> None:
    position = table("QC QH BJ RJ", "QD QS", rules=rules("classic", "pairs", "wild_cards"))

    declared = [each.cards for each in legal_commands(position, 0) if isinstance(each, Declare)]

    assert len(declared) == 5

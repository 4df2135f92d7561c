"""Honour mode: answering, declaring, closing, and 001's Irregularities (RULES.md §5)."""

import pytest

from games.engine.commands import Command, EndTurn, Expose, TimeOut
from games.engine.decide import execute
from games.engine.legal import legal_commands
from games.engine.table import Table
from tests.builders import answer, ask, cards, declare, hand, play, refusal, rules, table

HONOUR = rules("classic", "honour")
BONUS = rules("bicycle", "honour")
BY_CARD = rules("classic", "honour", "pointed_questions")
PAGAT = rules("pagat", "honour")
AUTHORS = rules("pagat_authors", "honour")
ONE = rules("classic", "honour", transfer="one")
QUEENS = "QC QD QH QS"


@pytest.mark.parametrize(
    ("position", "commands", "events"),
    [
        pytest.param(
            table("QH 2S", "QC QD 3C", stock="...", rules=HONOUR),
            [ask(0, 1, "Q")],
            ["0 asks 1 Q"],
            id="the asked seat answers",
        ),
        pytest.param(
            table("QH 2S", "QC QD 3C", stock="...", rules=HONOUR),
            [ask(0, 1, "Q"), answer(1, "QD QC")],
            ["0 asks 1 Q", "1 gives 0 QC QD", "0 goes on: received"],
            id="handing over all gives another ask",
        ),
        pytest.param(
            table("QH 2S", "3C", stock="QS ...", rules=HONOUR),
            [ask(0, 1, "Q"), answer(1)],
            ["0 asks 1 Q", "1 tells 0 go fish", "0 draws QS: catch", "0 goes on: catch"],
            id="go fish, and the server draws the catch",
        ),
        pytest.param(
            table("QH 2S", "3C", stock="5C ...", rules=HONOUR),
            [ask(0, 1, "Q"), answer(1), EndTurn(0)],
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 5C: fish",
                "0 closes: no_catch",
                "turn 0 to 1: no_catch",
            ],
            id="after a miss the turn is closing until its owner ends it",
        ),
        pytest.param(
            table("QC QD QH 2S", "QS 3C", stock="...", rules=HONOUR),
            [ask(0, 1, "Q"), answer(1, "QS")],
            ["0 asks 1 Q", "1 gives 0 QS", "0 goes on: received"],
            id="a book is not laid by the referee",
        ),
        pytest.param(
            table(f"{QUEENS} 2S", "3C", stock="...", rules=HONOUR),
            [declare(0, QUEENS)],
            [f"0 books {QUEENS}"],
            id="a book is declared before asking",
        ),
        pytest.param(
            table("2C 2D 2H QH", "3C", stock="2S ...", rules=HONOUR),
            [ask(0, 1, "Q"), answer(1), declare(0, "2C 2D 2H 2S"), EndTurn(0)],
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 2S: fish",
                "0 closes: no_catch",
                "0 books 2C 2D 2H 2S",
                "turn 0 to 1: no_catch",
            ],
            id="or while closing",
        ),
        pytest.param(
            table("2C 2D 2H QH", "3C", stock="2S ...", rules=HONOUR),
            [ask(0, 1, "Q"), answer(1), EndTurn(0)],
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 2S: fish",
                "0 closes: no_catch",
                "0 voids 2C 2D 2H 2S: not_shown",
                "turn 0 to 1: no_catch",
            ],
            id="what is not declared by the end of the turn is void",
        ),
        pytest.param(
            table("2C 2D 2H QH", "3C", stock="2S ...", rules=BONUS),
            [ask(0, 1, "Q"), answer(1), declare(0, "2C 2D 2H 2S")],
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 2S: fish",
                "0 closes: no_catch",
                "0 books 2C 2D 2H 2S",
                "0 goes on: book",
            ],
            id="a book with the card just drawn gives another ask under extra_turn_on_book",
        ),
        pytest.param(
            table("2C 2D 2H 2S QH 9C 9D 9H 9S", "3C", stock="5S ...", rules=BONUS),
            [ask(0, 1, "Q"), answer(1), declare(0, "2C 2D 2H 2S")],
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 5S: fish",
                "0 closes: no_catch",
                "0 books 2C 2D 2H 2S",
            ],
            id="a book without the card just drawn does not",
        ),
        pytest.param(
            table("2C 2D 2H QH", "3C", stock="2S ...", rules=BONUS, barred=["2"]),
            [ask(0, 1, "Q"), answer(1), declare(0, "2C 2D 2H 2S")],
            [
                "0 asks 1 Q",
                "1 tells 0 go fish",
                "0 draws 2S: fish",
                "0 closes: no_catch",
                "0 voids 2C 2D 2H 2S: barred_rank",
            ],
            id="a book of a barred rank is void and gives no extra turn",
        ),
        pytest.param(
            table(f"{QUEENS} 2S", "3C", stock="...", rules=HONOUR, barred=["Q"]),
            [declare(0, QUEENS)],
            [f"0 voids {QUEENS}: barred_rank"],
            id="a book of a barred rank declared before asking is void",
        ),
        pytest.param(
            table("QH 2S", "QC QD 3C", stock="...", rules=HONOUR, barred=["", "Q"]),
            [ask(0, 1, "Q"), answer(1, "QC QD")],
            ["0 asks 1 Q", "1 gives 0 QC QD", "0 goes on: received"],
            id="cards of a barred rank may be asked for and must be given",
        ),
    ],
)
def test_honour_play(position: Table, commands: list[Command], events: list[str]) -> None:
    assert play(position, *commands) == events


@pytest.mark.parametrize(
    ("position", "commands", "events"),
    [
        pytest.param(
            table("6C 6S", "6D 6H", "2C", rules=AUTHORS),
            [ask(0, 1, "6"), answer(1, "6D 6H"), declare(0, "6C 6D 6H 6S")],
            ["0 goes on: received", "0 books 6C 6D 6H 6S", "over 1 0 0 won by 0: all_books"],
            id="when all books are made the game ends at once",
        ),
        pytest.param(
            table("6C 6S", "6D 6H", "", rules=AUTHORS),
            [ask(0, 1, "6"), answer(1, "6D 6H"), EndTurn(0)],
            [
                "0 closes: no_target",
                "0 voids 6C 6D 6H 6S: not_shown",
                "over 0 0 0 won by 0 1 2: all_books",
            ],
            id="no seat to ask",
        ),
        pytest.param(
            table("6C 6D 6S 2C", "6H 2D", stock="2H 2S", rules=PAGAT),
            [
                ask(0, 1, "6"),
                answer(1, "6H"),
                declare(0, "6C 6D 6H 6S"),
                ask(0, 1, "2"),
                answer(1, "2D"),
                EndTurn(0),
            ],
            ["0 closes: hand_empty", "over 1 0 won by 0: hand_empty"],
            id="an ending condition met",
        ),
        pytest.param(
            table("6C 6D 2C", "2D 6H 6S", "2H", stock="2S", rules=PAGAT),
            [ask(0, 2, "6"), answer(2), EndTurn(0)],
            ["0 closes: stock_empty", "over 0 0 0 won by 0 1 2: stock_empty"],
            id="the stock empty",
        ),
        pytest.param(
            table("6C 6D", "6H 6S 2C", "2D 2H 2S", rules=AUTHORS),
            [ask(0, 2, "6"), answer(2), EndTurn(0)],
            ["0 closes: stock_empty", "turn 0 to 2: stock_empty"],
            id="go fish with no stock",
        ),
        pytest.param(
            table(
                "6C 6D",
                "6H 6S 2C",
                "2D 2H 2S",
                rules=rules("pagat_authors", "honour", stalemate_limit=1),
            ),
            [ask(0, 2, "6"), answer(2), EndTurn(0)],
            ["0 closes: stalemate", "over 0 0 0 won by 0 1 2: stalemate"],
            id="a stalemate",
        ),
        pytest.param(
            table("6C 6D 6H", "6S 2C", "2D 2H 2S", rules=AUTHORS),
            [ask(0, 1, "6"), answer(1, "6S"), declare(0, "6C 6D 6H 6S"), EndTurn(0)],
            ["0 books 6C 6D 6H 6S", "0 closes: no_cards", "turn 0 to 1: no_cards"],
            id="a hand emptied by declaring",
        ),
        pytest.param(
            table("6C 6D 6H 3C", "6S 2C", "2D 2H 2S", rules=AUTHORS),
            [ask(0, 1, "6"), answer(1, "6S"), declare(0, "6C 6D 6H 6S"), EndTurn(0)],
            ["0 closes: no_playable_card", "turn 0 to 1: no_playable_card"],
            id="dead cards alone left by declaring",
        ),
        pytest.param(
            table("6C 6D 6H", "6S", "2D 2H 2S 2C", stock="9C 9D 9H 9S", rules=HONOUR),
            [ask(0, 1, "6"), answer(1, "6S"), declare(0, "6C 6D 6H 6S")],
            ["0 books 6C 6D 6H 6S", "0 draws 9C: empty_hand"],
            id="not at all where the empty hand draws and goes on",
        ),
    ],
)
def test_a_turn_closes_before_it_ends(
    position: Table, commands: list[Command], events: list[str]
) -> None:
    lines = play(position, *commands)

    rest = iter(lines)
    assert all(event in rest for event in events), lines


def test_another_seats_complete_book_is_laid_by_the_referee_at_the_end() -> None:
    position = table("6C 6D 2C", "2D 6H 6S", f"{QUEENS} 2H", stock="2S", rules=PAGAT)

    events = play(position, ask(0, 2, "6"), answer(2), EndTurn(0))

    assert events[-2:] == [f"2 books {QUEENS}", "over 0 0 1 won by 2: stock_empty"]


def test_another_seats_complete_book_of_a_barred_rank_does_not_count_at_the_end() -> None:
    position = table(
        "6C 6D 2C", "2D 6H 6S", f"{QUEENS} 2H", stock="2S", rules=PAGAT, barred=["", "", "Q"]
    )

    events = play(position, ask(0, 2, "6"), answer(2), EndTurn(0))

    assert events[-2] == f"2 voids {QUEENS}: barred_rank"


@pytest.mark.parametrize(
    ("position", "command", "event"),
    [
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            ask(1, 0, "3"),
            "1 out_of_turn 3: rank_barred",
            id="out of turn",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            ask(1, 1, "K"),
            "1 out_of_turn K: rank_barred",
            id="out of turn, whatever else is wrong with it",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR, phase="closing"),
            ask(1, 0, "3"),
            "1 out_of_turn 3: rank_barred",
            id="out of turn, while another's turn is closing",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            ask(0, 1, "K"),
            "0 illegal_call K: misses_next_turn",
            id="a rank not held",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=BY_CARD),
            ask(0, 1, "KD"),
            "0 illegal_call KD: misses_next_turn",
            id="a card of a rank not held",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=BY_CARD),
            ask(0, 1, "QH"),
            "0 illegal_call QH: misses_next_turn",
            id="a held card where that is forbidden",
        ),
    ],
)
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


@pytest.mark.parametrize(
    ("position", "first", "second", "code"),
    [
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            ask(1, 0, "3"),
            ask(1, 0, "3"),
            "not_your_turn",
            id="out of turn in a rank barred already",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            ask(1, 0, "3"),
            ask(1, 0, "4"),
            None,
            id="but not in another rank",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            ask(0, 1, "K"),
            ask(0, 1, "A"),
            "rank_not_held",
            id="a second illegal call in one turn",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=BY_CARD),
            ask(0, 1, "QH"),
            ask(0, 1, "QH"),
            "card_already_held",
            id="a second call for a held card in one turn",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            Expose(1, cards("3C")[0]),
            Expose(1, cards("3C")[0]),
            "card_already_exposed",
            id="an exposed card exposed again",
        ),
    ],
)
def test_an_offence_repeated_is_merely_refused(
    position: Table, first: Command, second: Command, code: str | None
) -> None:
    play(position, first)

    assert refusal(position, second) == code


def test_illegal_calls_add_up_from_turn_to_turn() -> None:
    position = table("QH", "3C", stock="...", rules=HONOUR, misses_turns=[1, 0])

    play(position, ask(0, 1, "K"))

    assert position.misses_turns == [2, 0]


def test_the_turn_goes_on_after_an_illegal_call() -> None:
    position = table("QH", "QC 3C", stock="...", rules=HONOUR)
    play(position, ask(0, 1, "K"))

    assert play(position, ask(0, 1, "Q"), answer(1, "QC"))[-1] == "0 goes on: received"


@pytest.mark.parametrize(
    ("position", "command", "code"),
    [
        pytest.param(
            table("QH", "3C", rules=HONOUR, phase="over"), answer(1), "game_over", id="game over"
        ),
        pytest.param(
            table("QH", "3C", "4C", stock="...", rules=HONOUR),
            answer(2),
            "not_your_turn",
            id="another was asked",
        ),
        pytest.param(
            table("QH", "3C", "4C", stock="...", rules=HONOUR),
            answer(0),
            "not_your_turn",
            id="the asker",
        ),
        pytest.param(
            table("QH", "QC 3C", "", stock="...", rules=HONOUR),
            answer(1, "3C 3C"),
            "duplicate_card",
            id="a card named twice",
        ),
        pytest.param(
            table("QH", "QC 3C", "", stock="...", rules=HONOUR),
            answer(1, "QD 3C"),
            "card_not_held",
            id="a card not held, before one not asked for",
        ),
        pytest.param(
            table("QH", "QC 3C", "", stock="...", rules=HONOUR),
            answer(1, "QC 3C"),
            "card_not_asked",
            id="a card not asked for",
        ),
    ],
)
def test_an_answer_is_refused_with_the_first_code_that_applies(
    position: Table, command: Command, code: str
) -> None:
    if position.phase == "ask":
        play(position, ask(0, 1, "Q"))

    assert refusal(position, command) == code


@pytest.mark.parametrize(
    ("position", "command", "code"),
    [
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR), answer(0), "wrong_phase", id="no ask yet"
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            EndTurn(0),
            "wrong_phase",
            id="end: too early",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            EndTurn(1),
            "not_your_turn",
            id="end: another",
        ),
        pytest.param(
            table("QH", "3C", rules=HONOUR, phase="over"), EndTurn(0), "game_over", id="end: over"
        ),
        pytest.param(
            table(f"{QUEENS} 2C", "3C", stock="...", rules=HONOUR),
            ask(0, 1, "Q"),
            "rank_closed",
            id="a whole book is declared before its rank is asked for",
        ),
        pytest.param(
            table("QH", "3C", phase="over", rules=HONOUR),
            Expose(0, 42),
            "game_over",
            id="expose: over",
        ),
        pytest.param(table("QH", "3C"), Expose(0, 42), "honour_only", id="expose: honour only"),
        pytest.param(
            table("", "", rules=HONOUR, phase="deal", turn=None),
            Expose(0, 42),
            "wrong_phase",
            id="expose: no cards dealt",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            Expose(0, 0),
            "card_not_held",
            id="expose: not held",
        ),
    ],
)
def test_what_honour_mode_refuses(position: Table, command: Command, code: str) -> None:
    assert refusal(position, command) == code


def test_an_exposed_card_stays_in_its_hand() -> None:
    position = table("QH", "QC 3C", stock="...", rules=HONOUR)

    assert play(position, Expose(1, cards("QC")[0])) == ["1 exposes QC"]

    assert position.hands[1] == hand("QC 3C")


def test_an_exposed_card_that_changed_hands_is_not_exposed_again() -> None:
    position = table("QH", "QC 3C", stock="...", rules=HONOUR)

    play(position, Expose(1, cards("QC")[0]), ask(0, 1, "Q"), answer(1, "QC"))

    assert refusal(position, Expose(0, cards("QC")[0])) == "card_already_exposed"
    assert Expose(0, cards("QC")[0]) not in legal_commands(position, 0)
    assert Expose(0, cards("QH")[0]) in legal_commands(position, 0)


@pytest.mark.parametrize("given", ["QC", "QD", "QS"])
def test_of_a_transfer_of_one_the_asked_seat_chooses_the_card(given: str) -> None:
    position = table("QH 2S", "QC QD QS 3C", stock="...", rules=ONE)

    events = play(position, ask(0, 1, "Q"), answer(1, given))

    assert events == ["0 asks 1 Q", f"1 gives 0 {given}", "0 goes on: received"]
    assert position.barred == [0, 0]


def test_of_a_transfer_of_one_giving_none_is_withholding_and_costs_the_lowest_suit() -> None:
    position = table("QH 2S", "QD QS 3C", stock="...", rules=ONE)

    events = play(position, ask(0, 1, "Q"), answer(1))

    assert events == [
        "0 asks 1 Q",
        "1 failure_to_give_up Q: rank_barred misses_next_turn",
        "1 gives 0 QD",
        "0 goes on: received",
    ]


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

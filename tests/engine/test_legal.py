"""What is listed as legal, phase by phase.

That the list is complete and sound is in ``test_properties``.
"""

import pytest

from games.engine import codec, legal
from games.engine.commands import Resign
from games.engine.decide import execute
from games.engine.table import Table
from tests.builders import ask, rules, table
from tests.cases import cases

HONOUR = rules("classic", "honour")


def listed(position: Table, seat: int) -> list[str]:
    """Return a seat's legal commands as text, without ``resign``, which comes last."""
    *commands, last = legal.legal_commands(position, seat)
    assert isinstance(last, Resign)
    return [
        " ".join(
            str(part) if not isinstance(part, list) else ",".join(part)
            for name, part in codec.to_json(command).items()
            if name != "seat"
        )
        for command in commands
    ]


@cases("""
    position | seat | expected
    each rank held of each seat with cards | QH 2C / 3C /  / 4C; stock ... | 0 | ask 1 2; ask 1 Q; ask 3 2; ask 3 Q
    nothing out of turn | QH / 3C; stock ... | 1 |
    no closed rank | QH 2C / QC QD QS 3C; stock 2D | 0 | ask 1 Q
    each card of it not held
        | QH / QC 3C; stock QD QS; rules classic pointed_questions | 0 | ask 1 Q QC; ask 1 Q QD; ask 1 Q QS
    a held one too where bluffs are allowed
        | QH / QC 3C; stock QD QS; rules classic bluff | 0 | ask 1 Q QC; ask 1 Q QD; ask 1 Q QH; ask 1 Q QS
    a book with a joker | QH RJ / QC 3C; stock 2C; rules classic pairs wild_cards | 0 | ask 1 Q; declare QH,RJ
    each choice of cards for a book
        | QH QC BJ RJ / QD QS; rules classic pairs wild_cards | 0 | ask 1 Q; declare QC,QH; declare QC,BJ;
        declare QC,RJ; declare QH,BJ; declare QH,RJ
    showing a card | QH / 3C; stock ...; rules classic honour | 0 | ask 1 Q; expose QH
    a whole book is declared, not asked for
        | QC QD QH QS 2C / 3C; stock ...; rules classic honour | 0 | ask 1 2; declare QC,QD,QH,QS; expose 2C;
        expose QC; expose QD; expose QH; expose QS
    ending a closing turn | QH / 3C; stock ...; rules classic honour; phase closing | 0 | end_turn; expose QH
    cutting at each place
        | /; phase cut; turn none; dealer 0; rules bicycle | 1 | cut 1; cut 2; cut 3; cut 4; cut 5; cut 6; cut 7;
        cut 8; cut 9; cut 10; cut 11; cut 12; cut 13; cut 14; cut 15; cut 16; cut 17; cut 18; cut 19; cut 20; cut 21;
        cut 22; cut 23; cut 24; cut 25; cut 26; cut 27; cut 28; cut 29; cut 30; cut 31; cut 32; cut 33; cut 34;
        cut 35; cut 36; cut 37; cut 38; cut 39; cut 40; cut 41; cut 42; cut 43; cut 44; cut 45; cut 46; cut 47;
        cut 48; cut 49; cut 50; cut 51
    not by another seat | /; phase cut; turn none; dealer 0; rules bicycle | 0 |
    claiming a misdeal before the first ask
        | QH / 3C; stock ...; rules classic redeal_on_exposed=true | 1 | misdeal exposed_card; misdeal too_few_cards
    not after it | QH / 3C; stock ...; asks 1; rules classic redeal_on_exposed=true | 1 |
""")
def test_what_is_legal(position: Table, seat: int, expected: list[str]) -> None:
    assert listed(position, seat) == expected


def test_an_answer_is_listed_only_if_it_is_truthful() -> None:
    position = table("QH", "QC QD 3C", stock="...", rules=HONOUR)
    execute(position, ask(0, 1, "Q"))

    answers = [each for each in listed(position, 1) if each.startswith("answer")]
    assert answers == ["answer QC,QD"]


def test_of_a_transfer_of_one_each_card_that_may_be_given_is_listed() -> None:
    position = table(
        "QH", "QC QS 3C", stock="...", rules=rules("classic", "honour", transfer="one")
    )
    execute(position, ask(0, 1, "Q"))

    answers = [each for each in listed(position, 1) if each.startswith("answer")]
    assert answers == ["answer QC", "answer QS"]


@pytest.mark.parametrize("phase", ["new", "lobby", "over"])
def test_nothing_is_legal_before_the_start_and_after_the_end(phase: str) -> None:
    position = table("QH", "3C")
    position.phase = phase  # type: ignore[assignment]

    assert legal.legal_commands(position, 0) == []

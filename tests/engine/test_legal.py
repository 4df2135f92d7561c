"""What is listed as legal, phase by phase.

That the list is complete and sound is in ``test_properties``.
"""

import pytest

from games.engine import codec, legal
from games.engine.commands import Resign
from games.engine.decide import execute
from games.engine.table import Table
from tests.builders import ask, rules, table

HONOUR = rules("classic", "honour")
CUTTING = table("", "", phase="cut", turn=None, dealer=0, rules=rules("bicycle"))


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


@pytest.mark.parametrize(
    ("position", "seat", "expected"),
    [
        pytest.param(
            table("QH 2C", "3C", "", "4C", stock="..."),
            0,
            ["ask 1 2", "ask 1 Q", "ask 3 2", "ask 3 Q"],
            id="each rank held of each seat with cards",
        ),
        pytest.param(table("QH", "3C", stock="..."), 1, [], id="nothing out of turn"),
        pytest.param(
            table("QH 2C", "QC QD QS 3C", stock="2D"), 0, ["ask 1 Q"], id="no closed rank"
        ),
        pytest.param(
            table("QH", "QC 3C", stock="QD QS", rules=rules("classic", "pointed_questions")),
            0,
            ["ask 1 Q QC", "ask 1 Q QD", "ask 1 Q QS"],
            id="each card of it not held",
        ),
        pytest.param(
            table("QH", "QC 3C", stock="QD QS", rules=rules("classic", "bluff")),
            0,
            ["ask 1 Q QC", "ask 1 Q QD", "ask 1 Q QH", "ask 1 Q QS"],
            id="a held one too where bluffs are allowed",
        ),
        pytest.param(
            table("QH RJ", "QC 3C", stock="2C", rules=rules("classic", "pairs", "wild_cards")),
            0,
            ["ask 1 Q", "declare QH,RJ"],
            id="a book with a joker",
        ),
        pytest.param(
            table("QH QC BJ RJ", "QD QS", rules=rules("classic", "pairs", "wild_cards")),
            0,
            ["ask 1 Q"]
            + [f"declare {cards}" for cards in ("QC,QH", "QC,BJ", "QC,RJ", "QH,BJ", "QH,RJ")],
            id="each choice of cards for a book",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR),
            0,
            ["ask 1 Q", "expose QH"],
            id="showing a card",
        ),
        pytest.param(
            table("QC QD QH QS 2C", "3C", stock="...", rules=HONOUR),
            0,
            ["ask 1 2", "declare QC,QD,QH,QS"]
            + [f"expose {card}" for card in ("2C", "QC", "QD", "QH", "QS")],
            id="a whole book is declared, not asked for",
        ),
        pytest.param(
            table("QH", "3C", stock="...", rules=HONOUR, phase="closing"),
            0,
            ["end_turn", "expose QH"],
            id="ending a closing turn",
        ),
        pytest.param(
            CUTTING, 1, [f"cut {position}" for position in range(1, 52)], id="cutting at each place"
        ),
        pytest.param(CUTTING, 0, [], id="not by another seat"),
        pytest.param(
            table("QH", "3C", stock="...", rules=rules("classic", redeal_on_exposed=True)),
            1,
            ["misdeal exposed_card", "misdeal too_few_cards"],
            id="claiming a misdeal before the first ask",
        ),
        pytest.param(
            table("QH", "3C", stock="...", asks=1, rules=rules("classic", redeal_on_exposed=True)),
            1,
            [],
            id="not after it",
        ),
    ],
)
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

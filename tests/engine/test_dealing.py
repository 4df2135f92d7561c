"""Who deals, the cut, the deal, books dealt, and misdeals (RULES.md §1, §2, §4.5, §4.14, §5)."""

import pytest

from games.engine.cards import card_text, hand_texts
from games.engine.commands import Command, Cut, Deal, DrawDealer, Misdeal
from games.engine.decide import execute
from games.engine.events import DealerDrawn, Dealt
from games.engine.rules import Rules
from games.engine.state import Phase
from games.engine.table import Table
from tests.builders import cards, hand, pack, play, refusal, rules, table

BICYCLE = rules("bicycle")


def waiting(seats: int, rules: Rules, *, dealer: int = 0, phase: Phase = "deal") -> Table:
    """Return a table at which no card has been dealt."""
    return table(*[""] * seats, rules=rules, turn=None, dealer=dealer, phase=phase)


@pytest.mark.parametrize(
    ("preset", "counts"),
    [
        pytest.param("classic", {2: 7, 3: 5, 4: 5, 5: 4, 6: 4}, id="classic"),
        pytest.param("bicycle", {2: 7, 3: 7, 4: 5, 5: 5}, id="bicycle"),
        pytest.param("pairs", {2: 5, 3: 5, 4: 5, 5: 5, 6: 5}, id="pairs"),
        pytest.param("pagat", {2: 7, 3: 5, 4: 5, 5: 5, 6: 5}, id="pagat"),
    ],
)
def test_each_seat_gets_the_cards_of_the_table(preset: str, counts: dict[int, int]) -> None:
    each = {}
    for seats in counts:
        position = waiting(seats, rules(preset))
        execute(position, Deal(pack("")))
        (dealt, *_) = position.events
        assert isinstance(dealt, Dealt)
        assert len(set(dealt.counts)) == 1
        each[seats] = dealt.counts[0]

    assert each == counts


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    position = waiting(3, rules(hand_size=2), dealer=0)

    play(position, Deal(pack("2C 3C 4C 5C 6C 7C 8C")))

    assert [hand_texts(held) for held in position.hands] == [
        ["4C", "7C"],
        ["2C", "5C"],
        ["3C", "6C"],
    ]
    assert card_text(position.stock[0]) == "8C"
    assert position.turn == 1


@pytest.mark.parametrize(
    ("seats", "joker_count", "dealer", "counts"),
    [
        pytest.param(5, 0, 0, "10 11 11 10 10", id="two extra cards"),
        pytest.param(4, 2, 3, "14 14 13 13", id="with jokers"),
    ],
)
def test_extra_cards_go_to_the_seats_nearest_the_dealers_left(
    seats: int, joker_count: int, dealer: int, counts: str
) -> None:
    authors = rules("pagat_authors", joker_count=joker_count)
    position = waiting(seats, authors, dealer=dealer)

    events = play(position, Deal(pack("", joker_count=joker_count)))

    assert events[0] == f"{dealer} deals {counts}"
    assert position.stock == ()


def test_dealt_books_are_laid_from_the_dealers_left_low_rank_first_without_an_extra_turn() -> None:
    position = waiting(2, rules("classic", "pairs", hand_size=5), dealer=1)

    events = play(position, Deal(pack("9C 4C 9D 4D 3C 4H 3D 4S 2C KC")))

    assert events == [
        "1 deals 5 5",
        "0 books 3C 3D",
        "0 books 9C 9D",
        "1 books 4C 4D",
        "1 books 4H 4S",
        "turn to 0: start",
    ]


def test_a_joker_dealt_makes_no_book_by_itself_and_leaves_the_game_open() -> None:
    position = waiting(2, rules("classic", "pairs", "wild_cards", hand_size=1), dealer=1)

    events = play(position, Deal(pack("BJ RJ", joker_count=2)))

    assert not any("books" in event or "over" in event for event in events)


@pytest.mark.parametrize(
    "dealt",
    [
        pytest.param(cards("2C 3C"), id="too few cards"),
        pytest.param(pack("")[:-1] + cards("BJ"), id="a joker for a natural"),
        pytest.param(pack("", joker_count=1), id="a joker too many"),
    ],
)
def test_only_a_whole_pack_is_dealt(dealt: tuple[int, ...]) -> None:
    assert refusal(waiting(3, rules()), Deal(dealt)) == "bad_pack"
    low = waiting(3, rules(dealer_selection="low_card"), phase="dealer")
    assert refusal(low, DrawDealer(pack=dealt)) == "bad_pack"


@pytest.mark.parametrize(
    ("selection", "order", "dealer", "rounds"),
    [
        pytest.param("high_card", "5C KC AC", 2, ["5C KC AC"], id="the highest deals, ace high"),
        pytest.param(
            "low_card", "3C 9C 3D 8C 2C", 2, ["3C 9C 3D", "8C 2C"], id="the tied draw again"
        ),
        pytest.param(
            "high_card",
            "KC KD 9C QC QD 4C 5C",
            1,
            ["KC KD 9C", "QC QD", "4C 5C"],
            id="and again, from what is left of the pack",
        ),
        pytest.param("low_card", "BJ 5C RJ 3C 4C", 1, ["5C 3C 4C"], id="jokers are passed over"),
    ],
)
def test_the_draw_for_dealer(selection: str, order: str, dealer: int, rounds: list[str]) -> None:
    position = waiting(3, rules(dealer_selection=selection, joker_count=2), phase="dealer")

    execute(position, DrawDealer(pack=pack(order, joker_count=2)))

    (drawn,) = position.events
    assert isinstance(drawn, DealerDrawn)
    assert drawn.seat == dealer
    assert [" ".join(card_text(card) for _, card in each) for each in drawn.rounds] == rounds
    assert position.phase == "deal"


UNDEALT = waiting(2, BICYCLE)
DRAWING, CUTTING = waiting(3, BICYCLE, phase="dealer"), waiting(3, BICYCLE, phase="cut")
CLAIM = Misdeal(0, "exposed_card")


@pytest.mark.parametrize(
    ("position", "command", "code"),
    [
        (waiting(3, rules(), phase="dealer"), DrawDealer(), "bad_pack"),  # no dealer named
        (DRAWING, DrawDealer(dealer=1), "bad_pack"),  # no cards
        (waiting(3, rules()), DrawDealer(dealer=1), "wrong_phase"),  # known already
        (CUTTING, Cut(1, 5), "not_your_turn"),
        (CUTTING, Cut(2, 0), "bad_cut"),
        (CUTTING, Cut(2, 52), "bad_cut"),
        (UNDEALT, CLAIM, "wrong_phase"),
        (table("QC", "QD", stock="..."), CLAIM, "misdeal_not_allowed"),  # rules without a redeal
        (table("QC", "QD", stock="...", rules=BICYCLE, asks=1), CLAIM, "misdeal_not_allowed"),
    ],
)
def test_what_is_no_deal_and_no_misdeal(position: Table, command: Command, code: str) -> None:
    assert refusal(position, command) == code


def test_the_seat_at_the_dealers_right_cuts() -> None:
    position = waiting(3, BICYCLE, dealer=0, phase="cut")

    assert position.freeze().to_act() == 2
    assert refusal(position, Cut(2, 1)) is None
    assert refusal(position, Cut(2, 51)) is None


def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    position = table("QC", "QD", "QH", stock="...", rules=rules("classic", redeal_on_exposed=True))

    events = play(position, Misdeal(1, "too_few_cards"), Deal(pack("")))

    assert events[:2] == ["1 claims a misdeal: too_few_cards", "2 deals 5 5 5"]
    assert position.packs == 2


def test_a_seat_claims_a_misdeal_once_a_deal_also_after_it_was_dealt_again() -> None:
    position = table("QC", "QD", stock="...", rules=rules("classic", redeal_on_exposed=True))
    play(position, Misdeal(0, "exposed_card"), Deal(pack("")))

    assert refusal(position, Misdeal(0, "exposed_card")) == "misdeal_not_allowed"
    assert refusal(position, Misdeal(1, "exposed_card")) is None


def test_barred_ranks_and_missed_turns_survive_a_misdeal() -> None:
    position = table(
        "QC",
        "QD",
        "QH",
        stock="...",
        rules=rules("classic", "honour", redeal_on_exposed=True),
        barred=["", "Q", "7"],
        misses_turns=[0, 2, 1],
    )

    events = play(position, Misdeal(0, "exposed_card"), Deal(pack("")))

    assert position.barred == [0, hand("QC QD QH QS"), hand("7C 7D 7H 7S")]
    assert position.misses_turns == [0, 2, 1]
    assert events[-1] == "turn to 0: start"
    assert position.in_play == hand(" ".join(card_text(card) for card in pack("")))

"""How good asks were by what the asker could know."""

from math import comb
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine import legal
from games.engine.commands import Ask
from games.engine.decide import step
from games.engine.table import Table
from games.review.asks import AnsweredAsk, judge
from games.review.p_values import chance_of_as_many
from games.review.record import Step
from tests.builders import ask, rules
from tests.engine.games import Setting, settings_of_games
from tests.profiles import sized
from tests.review.games import dealt, replayed, steps_of

# Two cards each. Seat 0 holds 2C 5C, seat 1 2D 7C, and with three seats seat 2 holds 2H 8C.
TWO = "2C 2D 5C 7C 9C TC JC QC"
THREE = "2C 2D 2H 5C 7C 8C 9C TC JC QC"


def judged(pack: str, *asks: Ask, seats: int = 2, **options: Any) -> list[AnsweredAsk]:
    return list(judge(dealt(pack, *asks, seats=seats, **options)))


def suspicion(asks: list[AnsweredAsk], seat: int) -> float:
    own = [each for each in asks if each.seat == seat and each.grade in ("likely", "open")]
    return chance_of_as_many(sum(each.is_hit for each in own), [each.chance for each in own])


def test_a_card_unseen_may_lie_in_any_place_unseen() -> None:
    [first] = judged(TWO, ask(0, 1, "2"))

    # Three twos in fifty places, two of them in the hand that was asked.
    assert first.chance == pytest.approx(1 - comb(48, 3) / comb(50, 3))
    assert first.grade == "open"
    assert first.is_hit


def test_who_has_asked_for_a_rank_surely_holds_it() -> None:
    pack = THREE.replace("8C", "7D")

    *_, back = judged(pack, ask(0, 1, "5"), ask(1, 0, "7"), ask(2, 1, "7"), seats=3)

    assert back.grade == "sure"
    assert back.is_hit


def test_cards_taken_before_all_eyes_are_sure() -> None:
    asks = judged(THREE, ask(0, 1, "2"), ask(0, 2, "5"), ask(1, 2, "7"), ask(2, 0, "2"), seats=3)

    assert [each.grade for each in asks] == ["open", "open", "open", "sure"]
    assert asks[-1].given == 2


def test_a_seat_that_was_out_of_a_rank_has_it_only_if_it_drew_it_since() -> None:
    pack = THREE.replace("2D", "6D")
    asks = judged(pack, ask(0, 1, "2"), ask(1, 2, "7"), ask(2, 1, "2"), seats=3)

    # Seat 1 had no two, and drew one card since.
    assert 0 < asks[-1].chance < asks[0].chance


def test_an_ask_in_vain_is_noted_where_a_card_was_to_be_had() -> None:
    asks = judged(THREE, ask(0, 1, "2"), ask(0, 2, "5"), ask(1, 2, "7"), ask(2, 0, "8"), seats=3)

    assert [each.knew_better for each in asks] == [False, False, False, True]


def test_a_bluff_is_no_guess() -> None:
    [bluff] = judged(TWO, ask(0, 1, "2C"), ask_by="card", ask_held_card="allow")

    assert bluff.grade == "bluff"


def test_open_hands_leave_nothing_to_guess() -> None:
    hit, miss = judged(TWO, ask(0, 1, "2"), ask(0, 1, "5"), open_hands=True)

    assert (hit.grade, miss.grade) == ("sure", "hopeless")


@given(settings_of_games())
@settings(max_examples=sized(40, nightly=5_000))
def test_what_is_certain_comes_true_in_every_game(setting: Setting) -> None:
    for each in judge(steps_of(setting)):
        assert 0 <= each.chance <= 1
        if not each.is_bluff and each.chance in (0, 1):
            assert each.is_hit == bool(each.chance), each


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["classic", "bicycle_authors", "pairs", "pagat"])
def test_chances_err_to_the_side_of_the_player(preset: str) -> None:
    tries = [
        each
        for seed in range(150)
        for each in judge(steps_of(Setting(rules(preset), 4, seed, "fair")))
        if each.grade in ("likely", "open")
    ]
    expected, hits = sum(each.chance for each in tries), sum(each.is_hit for each in tries)

    assert len(tries) > 1500
    assert 0.65 < hits / expected < 1.03


def test_honest_seats_are_hardly_ever_suspected() -> None:
    found = 0
    for seed in range(200):
        asks = list(judge(steps_of(Setting(rules("classic"), 3, seed, "fair"))))
        found += sum(suspicion(asks, seat) < 0.01 for seat in range(3))

    assert found <= 6  # of 600


def test_a_seat_that_sees_all_hands_stands_out() -> None:
    suspected = sum(suspicion(list(judge(_cheated(seed))), 0) < 0.01 for seed in range(20))

    assert suspected >= 15


def _cheated(seed: int) -> list[Step]:
    """Return a game in which seat 0 asks for what it could only have seen."""
    steps = list(steps_of(Setting(rules("classic"), 3, seed, "fair")))
    opening = next(number for number, each in enumerate(steps, 1) if each.after.in_play)
    begin = position = steps[opening - 1].after
    played: list[tuple[int | None, Ask]] = []
    while not position.is_over and len(played) < 60:
        seat = position.to_act()
        assert seat is not None
        listed = legal.legal_commands(Table(position), seat)
        asks = [command for command in listed if isinstance(command, Ask)]
        hits = [each for each in asks if position.hands[each.target] >> 4 * each.rank & 15]
        chosen = (hits if seat == 0 and hits else asks)[0]
        played.append((seat, chosen))
        _, position = step(position, chosen)
    return steps[:opening] + replayed(played, start=begin)

"""What a review computes: how good asks were, tallies of asks and times, and deals again."""

from itertools import product
from math import comb, isclose, prod
from typing import Any

import pytest
from hypothesis import given, settings

from games.desk.admin import evidence
from games.desk.review import asks, citations, hits, records
from games.desk.review.asks import AnsweredAsk, judge
from games.desk.review.hits import HitCount, SeatHits, chance_of_as_many
from games.desk.review.records import Step
from games.engine import commands, legal, shuffle
from games.engine.commands import Ask
from games.engine.decide import step
from games.engine.events import GameOver, Irregularity, TimedOut, TurnPassed
from games.engine.rules import Rules
from games.engine.table import Table
from tests.builders import ask, pack, rules
from tests.desk.cases import dealt, replayed, steps_of
from tests.engine.games import Setting, play, settings_of_games
from tests.profiles import sized
from tests.tables import script

THREE = "2C 2D 2H 5C 7C 8C 9C TC JC QC"


@pytest.mark.parametrize(
    "tries, tail, weight",
    [
        pytest.param(7, 0.00001, "too few", id="seven tries say nothing"),
        pytest.param(8, 0.04, "weak", id="one in twenty-five"),
        pytest.param(8, 0.0004, "strong", id="one in two thousand and five hundred"),
    ],
)
def test_evidence_is_weighed_by_its_tail_and_its_size(tries: int, tail: float, weight: str) -> None:
    assert HitCount(tries, tries, 1.0, tail).weight == weight


@pytest.mark.parametrize(("tail", "sign"), [(0.5, "✓"), (0.01, "?"), (0.0001, "✗")])
def test_guesses_are_shown_by_what_they_weigh(tail: float, sign: str) -> None:
    seat = SeatHits(0, asks=20, sure=0, hopeless=0, guesses=HitCount(20, 12, 5.0, tail))

    assert evidence._of_guesses([seat], ["1 ann"]).sign == sign


def test_asks_are_tallied_by_seat_and_by_pair() -> None:
    steps = dealt(THREE, ask(0, 1, "2"), ask(0, 2, "5"), ask(1, 2, "7"), ask(2, 0, "2"), seats=3)
    judged = list(asks.judge(steps))

    by_seat = hits.by_seat(judged, seats=3)
    by_pair = {(pair.seat, pair.target): pair for pair in hits.by_pair(judged, seats=3)}

    assert [seat.asks for seat in by_seat] == [2, 1, 1]
    assert (by_seat[0].guesses.tries, by_seat[0].guesses.observed) == (2, 1)
    assert by_seat[2].sure == 1
    assert (by_pair[0, 1].choices.observed, by_pair[0, 1].choices.expected) == (1, 1.0)
    assert (by_pair[0, 1].asks, by_pair[0, 1].asks_of_all) == (1, 2)
    assert (by_pair[2, 0].asks, by_pair[2, 0].choices.tries) == (1, 0)  # it knew of a card there
    assert (by_pair[0, 1].given, by_pair[2, 0].given) == (1, 2)


def test_asking_where_one_knows_a_card_to_be_is_no_preference() -> None:
    steps = dealt(THREE, ask(0, 1, "2"), ask(0, 2, "5"), ask(1, 2, "7"), ask(2, 0, "2"), seats=3)
    first, *_, last = asks.judge(steps)

    assert (first.targets, first.equals) == (2, 2)
    assert (last.targets, last.equals, last.chance) == (2, 1, 1.0)

    known = [last] * 40
    fed = [last._replace(chance=0.2, equals=2)] * 40
    (to_known,) = [pair for pair in hits.by_pair(known, seats=3) if pair[:2] == (2, 0)]
    (to_fed,) = [pair for pair in hits.by_pair(fed, seats=3) if pair[:2] == (2, 0)]
    assert to_known.choices.weight == "too few"
    assert to_fed.choices.weight == "strong"


def test_times_count_from_when_the_game_waited_for_the_seat() -> None:
    moves = script(rules(), 2, pack("2C 2D"), ask(0, 1, "2"))
    steps = replayed(moves, seconds=[4.5])

    first, second = records.by_seat(steps, seats=2)

    assert (first.moves, first.median, first.slowest) == (1, 4.5, 4.5)
    assert second.moves == 0


def test_every_deal_is_computed_again() -> None:
    setting = Setting(rules("bicycle", "series"), 3, 5, "fair")
    steps = list(steps_of(setting))
    seed = _seed(setting)

    found = list(records.recompute(steps, seed))

    assert found[0].what == "The draw for dealer"
    assert len(found) > 2
    assert all(each.holds for each in found)
    assert not any(each.holds for each in records.recompute(steps, bytes(32)))


def test_a_log_is_replayed_up_to_what_makes_no_sense() -> None:
    moves = [step.move for step in steps_of(Setting(Rules(), 2, 1, "fair"))]
    nonsense = moves[10]._replace(events=(TimedOut(9),))

    broken = records.replayed([*moves[:10], nonsense, *moves[11:]])
    gap = records.replayed([*moves[:5], *moves[6:]])

    assert broken.last == 10
    assert broken.obstacle is not None and "Move 11" in broken.obstacle
    assert (gap.last, gap.obstacle) == (5, "Move 6 is missing.")
    assert records.replayed(moves).obstacle is None


@pytest.mark.parametrize(
    "event, preset, section, document",
    [
        pytest.param(
            Irregularity(0, "out_of_turn", 3, ("rank_barred",)),
            "classic",
            "§5",
            "001",
            id="offences",
        ),
        pytest.param(
            TurnPassed(0, 1, "stock_empty"), "pagat", "§4.9", None, id="a ruling of no document"
        ),
        pytest.param(
            GameOver("stalemate", (1, 2), (1,)), "gone", "§4.17", None, id="a preset unknown here"
        ),
    ],
)
def test_what_the_referee_did_is_cited(
    event: Irregularity | TurnPassed | GameOver, preset: str, section: str, document: str | None
) -> None:
    rule = citations.citation_for(event, preset=preset)

    assert rule is not None
    assert (rule.section, rule.document) == (section, document)


def _seed(setting: Setting) -> bytes:
    from random import Random

    seed = Random(setting.seed).randbytes(shuffle.SEED_BYTES)
    creation = next(play(setting)).command
    assert isinstance(creation, commands.Create)
    assert shuffle.commitment(seed) == creation.commitment
    return seed


# How good asks were by what the asker could know.


# Two cards each. Seat 0 holds 2C 5C, seat 1 2D 7C, and with three seats seat 2 holds 2H 8C.
TWO = "2C 2D 5C 7C 9C TC JC QC"


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


def test_an_ask_in_vain_is_noted_where_a_card_was_to_be_had() -> None:
    asks = judged(THREE, ask(0, 1, "2"), ask(0, 2, "5"), ask(1, 2, "7"), ask(2, 0, "8"), seats=3)

    assert [each.knew_better for each in asks] == [False, False, False, True]


@given(settings_of_games())
@settings(max_examples=sized(40, nightly=5_000))
def test_what_is_certain_comes_true_in_every_game(setting: Setting) -> None:
    for each in judge(steps_of(setting)):
        assert 0 <= each.chance <= 1
        if not each.is_bluff and each.chance in (0, 1):
            assert each.is_hit == bool(each.chance), each


def test_honest_seats_are_hardly_ever_suspected() -> None:
    found = 0
    for seed in range(60):
        asks = list(judge(steps_of(Setting(rules("classic"), 3, seed, "fair"))))
        found += sum(suspicion(asks, seat) < 0.01 for seat in range(3))

    assert found <= 4  # of 180


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


# The chance of so many hits.


@pytest.mark.parametrize("chances", [[], [1.0, 0.2, 0.0, 0.7, 0.55]])
def test_the_tail_is_that_of_all_outcomes_counted_one_by_one(chances: list[float]) -> None:
    for most in range(len(chances) + 1):
        counted = sum(
            prod(chance if hit else 1 - chance for hit, chance in zip(way, chances, strict=True))
            for way in product((0, 1), repeat=len(chances))
            if sum(way) >= most
        )

        assert isclose(hits.chance_of_as_many(most, chances), counted, abs_tol=1e-12)


@pytest.mark.parametrize("most", [40, 85])
def test_the_approximation_for_many_tries_meets_the_exact_value(most: int) -> None:
    chances = [0.05 + 0.3 * (number % 7) / 6 for number in range(hits.MOST_EXACT + 50)]
    exact = hits._exact(most, chances)

    approximate = hits.chance_of_as_many(most, chances)

    assert approximate == pytest.approx(exact, rel=0.05, abs=2e-5)

"""Tallies of asks and times, and what is recomputed from the seed."""

from typing import get_args

import pytest

from games.engine import commands, shuffle
from games.engine.commands import Level
from games.engine.events import GameOver, Irregularity, PassReason, TimedOut, TurnPassed
from games.engine.rules import Rules
from games.review import asks, citations, deals, hits, pace, record
from games.review.hits import HitCount
from games.text import narration
from tests.builders import ask, pack, rules
from tests.engine.games import Setting, play
from tests.review.games import dealt, of_bots, replayed, steps_of
from tests.tables import script

THREE = "2C 2D 2H 5C 7C 8C 9C TC JC QC"


@pytest.mark.parametrize(
    "tries, tail, weight",
    [
        pytest.param(7, 0.00001, "too few", id="seven tries say nothing"),
        pytest.param(8, 0.2, "nothing unusual", id="one seat in five"),
        pytest.param(8, 0.04, "weak", id="one in twenty-five"),
        pytest.param(8, 0.004, "moderate", id="one in two hundred and fifty"),
        pytest.param(8, 0.0004, "strong", id="one in two thousand and five hundred"),
    ],
)
def test_evidence_is_weighed_by_its_tail_and_its_size(tries: int, tail: float, weight: str) -> None:
    assert HitCount(tries, tries, 1.0, tail).weight == weight


def test_evidence_has_a_sentence() -> None:
    assert HitCount(20, 15, 6.2, 0.000257).words == (
        "Strong evidence: one honest seat in 3,900 does as well."
    )


@pytest.mark.parametrize("reason", get_args(PassReason))
def test_each_reason_for_a_turn_to_pass_has_words_and_a_rule(reason: PassReason) -> None:
    passed = TurnPassed(0, 1, reason)

    assert narration.sentences([passed], viewer=None, rules=Rules())
    assert citations.of(passed, preset="classic")


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


@pytest.mark.parametrize("level", ["random", "memory", "expert"])
def test_no_honest_bot_seems_to_feed_another(level: Level) -> None:
    pairs = [
        pair.choices.tail
        for game in range(10)
        for pair in hits.by_pair([*asks.judge(of_bots(level, seats=4, seed=game))], seats=4)
    ]

    # Tails of honest play are at least as high as chance makes them: of 120, six below a twentieth.
    assert sum(tail < 0.05 for tail in pairs) <= 12
    assert min(pairs) > 0.0005


def test_the_asks_of_pairs_are_all_asks_of_a_seat() -> None:
    judged = list(asks.judge(of_bots("memory", seats=4, seed=1)))
    asked = [seat.asks for seat in hits.by_seat(judged, seats=4)]
    pairs = hits.by_pair(judged, seats=4)

    assert [sum(pair.asks for pair in pairs if pair.seat == seat) for seat in range(4)] == asked
    assert all(pair.asks_of_all == asked[pair.seat] for pair in pairs)
    assert all(pair.choices.observed <= pair.asks for pair in pairs)
    assert any(pair.choices.observed < pair.asks for pair in pairs)


def test_times_count_from_when_the_game_waited_for_the_seat() -> None:
    moves = script(rules(), 2, pack("2C 2D"), ask(0, 1, "2"))
    steps = replayed(moves, seconds=[4.5])

    first, second = pace.by_seat(steps, seats=2)

    assert (first.moves, first.median, first.slowest) == (1, 4.5, 4.5)
    assert second.moves == 0


def test_every_deal_is_computed_again() -> None:
    setting = Setting(rules("bicycle", "series"), 3, 5, "fair")
    steps = list(steps_of(setting))
    seed = _seed(setting)

    found = list(deals.recompute(steps, seed))

    assert found[0].what == "The draw for dealer"
    assert len(found) > 2
    assert all(each.holds for each in found)
    assert not any(each.holds for each in deals.recompute(steps, bytes(32)))


def test_a_log_is_replayed_up_to_what_makes_no_sense() -> None:
    moves = [step.move for step in steps_of(Setting(Rules(), 2, 1, "fair"))]
    nonsense = moves[10]._replace(events=(TimedOut(9),))

    broken = record.of([*moves[:10], nonsense, *moves[11:]])
    gap = record.of([*moves[:5], *moves[6:]])

    assert broken.last == 10
    assert broken.obstacle is not None and "Move 11" in broken.obstacle
    assert (gap.last, gap.obstacle) == (5, "Move 6 is missing.")
    assert record.of(moves).obstacle is None


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
            TurnPassed(0, 1, "no_catch"), "pagat", "§1", "003", id="the preset's own document"
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
    rule = citations.of(event, preset=preset)

    assert rule is not None
    assert (rule.section, rule.document) == (section, document)


def test_what_players_do_is_not_cited() -> None:
    steps = dealt(THREE, ask(0, 1, "2"), seats=3)
    asked = steps[-1].move.events[0]

    assert citations.of(asked, preset="classic") is None


def _seed(setting: Setting) -> bytes:
    from random import Random

    seed = Random(setting.seed).randbytes(shuffle.SEED_BYTES)
    creation = next(play(setting)).command
    assert isinstance(creation, commands.Create)
    assert shuffle.commitment(seed) == creation.commitment
    return seed

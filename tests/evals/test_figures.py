"""The figures of a run: what they are computed from, and what is known of fake models."""

import asyncio
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.bots.from_memory import choose
from gofishkit.eval.answers import Beliefs, NoAnswerFound, ask_in, beliefs_in
from gofishkit.eval.figures import Belief, beliefs, figures
from gofishkit.eval.playing import play
from gofishkit.eval.scoring import result_of
from gofishkit.eval.settings import Settings
from gofishkit.eval.tables import LocalTable
from tests.evals.fake_endpoint import serving
from tests.evals.fake_models import FAKES, answer
from tests.evals.fake_table import evaluated

Json = dict[str, Any]

NO_PROFILE = {"asks": 0, "hits": 0, "hopeless": 0, "overlooked": 0}


def game(deal: int, seat: int, **members: Any) -> Json:
    base: Json = {
        "column": "classic",
        "deal": deal,
        "seat": seat,
        "share": 1.0,
        "margin": 1.0,
        "asks": {"own": 1, "repaired": 0, "substituted": 0},
        "illegal": 0,
        "luck": None,
        "own": NO_PROFILE,
        "rivals": NO_PROFILE,
        "costs": None,
        "beliefs": [],
        "certain": [],
    }
    return base | members


def test_the_scores_of_beliefs() -> None:
    rows = [
        Belief(0, 1.0, 0.5, 1, 0, "counted"),
        Belief(0, 0.5, 0.5, 0, 30, "counted"),
        Belief(1, 0.2, 0.0, 0, None, "sampled"),
        Belief(1, None, 0.5, 1, 5, "counted"),
        Belief(1, 0.9, None, 1, 5, "left out"),
    ]

    found = beliefs(rows)

    assert found["questions"] == 5
    assert found["methods"] == {"counted": 3, "sampled": 1, "left out": 1}
    assert found["answered_share"] == 0.75
    assert found["brier"]["mean"] == pytest.approx((0 + 0.25 + 0.04) / 3, abs=1e-4)
    assert found["brier_posterior"]["mean"] == pytest.approx((0.25 + 0.25 + 0) / 3, abs=1e-4)
    assert found["distance"]["mean"] == pytest.approx((0.25 + 0 + 0.04) / 3, abs=1e-4)
    parts = found["calibration"] - found["resolution"]
    assert parts + 1 / 3 * 2 / 3 == pytest.approx(found["brier"]["mean"], abs=2e-4)
    ages = {name: age["questions"] for name, age in found["by_age"].items()}
    assert ages == {"0-2": 1, "3-8": 0, "9-20": 0, "over 20": 1, "none": 1}


def test_games_of_whole_deals_count() -> None:
    results = [game(0, 0), game(0, 1, share=0.0), game(1, 0)]

    found = figures(results, games_per_deal=2)

    assert (found["games"], found["deals"], found["not_counted"]) == (2, 1, 1)
    assert found["play"]["share"] == 0.5
    assert found["play"]["margin_without_luck"] is None


def test_the_variance_ratio_says_how_many_games_are_saved() -> None:
    results = [
        game(deal, 0, margin=4.0 * (-1) ** deal, luck=3.0 * (-1) ** deal) for deal in range(30)
    ]

    play_figures = figures(results, games_per_deal=1)["play"]

    assert play_figures["variance_ratio"] == pytest.approx(1 / 16, abs=1e-4)
    assert play_figures["games_saved"] == pytest.approx(15 / 16, abs=1e-4)


def test_illegal_repaired_and_certain_answers_are_parts_of_their_own() -> None:
    asks = {"own": 6, "repaired": 1, "substituted": 3}
    certain = [[True, True, True], [True, False, True], [False, False, True], [False, True, False]]
    results = [game(0, 0, asks=asks, illegal=7, costs=[0.1, 0.3], certain=certain)]

    found = figures(results, games_per_deal=1)

    assert found["play"]["illegal_share"] == 0.4 and found["play"]["illegal_answers"] == 7
    assert found["play"]["accuracy"] == 80.0
    assert (found["certain"]["right"], found["certain"]["found"]) == (
        0.5,
        pytest.approx(1 / 3, abs=1e-4),
    )


def results_of(settings: Settings, fake: str | None = None) -> list[Json]:
    """Return the results of games that a fake model, or the `memory` bot, plays in this process."""
    return [_result(settings, number, fake) for number in range(len(settings.games()))]


def _result(settings: Settings, number: int, fake: str | None) -> Json:
    planned = settings.games()[number]
    table = LocalTable(settings, planned)

    async def ask(name: str, messages: Sequence[dict[str, str]]) -> str:
        if fake is not None:
            return answer(FAKES[fake], messages)
        return json.dumps(choose(table.view, table.history, table.rng))

    async def played() -> Json:
        made = await play(table, settings, planned, ask)
        record = await table.record()
        return result_of(record, made, planned, analyses=settings.analyses)

    return asyncio.run(played())


def test_a_model_with_perfect_beliefs_is_at_no_distance_to_the_rules_alone() -> None:
    settings = Settings(model="", presets=("pairs",), deals=2, every=2, analyses=False)

    found = figures(results_of(settings, "perfect memory"), games_per_deal=2)

    assert found["beliefs"]["distance"]["mean"] == 0.0
    assert found["beliefs"]["answered_share"] == 1.0
    assert found["certain"]["right"] in (None, 1.0)


@pytest.mark.slow
def test_the_fakes_are_ordered_and_their_beliefs_recovered(tmp_path: Path) -> None:
    names = ("perfect memory", "memory of 2 asks", "always wrong")
    with serving() as (url, _):
        found = {
            name: evaluated(url, name, tmp_path / name, deals=10, every=8)["columns"]["classic"]
            for name in names
        }

    for name in names[:2]:
        rows, distance = found[name]["beliefs"], FAKES[name].distance
        assert distance is not None
        assert rows["distance"]["mean"] == pytest.approx(distance, abs=1e-4)
        expected = rows["brier_posterior"]["mean"] + distance
        assert rows["brier"]["mean"] == pytest.approx(expected, abs=1.5 * rows["brier"]["half"])
    for better, worse in pairwise(names):
        assert found[better]["play"]["accuracy"] > found[worse]["play"]["accuracy"]
        assert found[better]["beliefs"]["brier"]["mean"] < found[worse]["beliefs"]["brier"]["mean"]
        fair = [found[name]["play"]["margin_without_luck"]["mean"] for name in (better, worse)]
        assert fair[0] > fair[1]
    assert all(0 < found[name]["play"]["variance_ratio"] < 1 for name in names)


ASK = {"type": "ask", "target": 1, "rank": "7"}


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ('{"type": "ask", "target": 1, "rank": "7"}', ASK),
        (
            'I think {of} {"target": 0, "rank": "2"}, no:\n```json\n{"target": "1", "rank": 7}\n```',
            ASK,
        ),
        ('{"answer": {"target": 1, "rank": "7"}}', ASK),
        ('{"target": 2, "rank": "10"}', {"type": "ask", "target": 2, "rank": "T"}),
        ('{"target": 2, "card": "qh"}', {"type": "ask", "target": 2, "card": "QH"}),
    ],
)
def test_the_last_ask_of_a_text_counts(text: str, ask: dict[str, object]) -> None:
    assert ask_in(text) == ask


@pytest.mark.parametrize(
    "text",
    [
        *("", "I cannot play.", '{"target":[' * 4_000, '{"target": true, "rank": "7"}'),
        *('{"target": 1e999, "rank": "7"}', '{"target": "²", "rank": "7"}', '{"type": "resign"}'),
        *('{"target": 1, "card": "77"}', "\x1b[2J\ud800"),
    ],
)
def test_a_text_without_an_ask_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswerFound) as found:
        ask_in(text)

    assert str(found.value).isprintable() and len(str(found.value)) < 300


@pytest.mark.parametrize(
    ("text", "beliefs"),
    [
        ('{"chances": [0, 0.25], "certain": "7h"}', Beliefs((0.0, 0.25), "7H")),
        ('{"chances": [1, null], "certain": null}', Beliefs((1.0, None), "none")),
        ('{"chances": [NaN, -0.1]}', Beliefs((None, None), None)),
        ('{"chances": ["0.5", true], "certain": "1C"}', Beliefs((None, None), None)),
        ("no idea", Beliefs((None, None), None)),
    ],
)
def test_a_chance_counts_from_0_to_1_and_nothing_else(text: str, beliefs: Beliefs) -> None:
    assert beliefs_in(text, 2) == beliefs

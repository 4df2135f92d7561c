"""Games in this process: what a bot wins, and what becomes of a bot that is wrong."""

import sys
from pathlib import Path

import pytest

from games.engine.refusals import RulesRefused
from gofishkit.local import Contest, play
from gofishkit.shares import interval

LEGAL = """
def choose(view, history, rng):
    legal = view["legal_actions"]
    return rng.choice([each for each in legal if each["type"] == "ask"] or legal)

def illegal(view, history, rng):
    return {"type": "ask", "target": view["you"], "rank": "A"}

def raising(view, history, rng):
    raise ValueError("no idea")

def malformed(view, history, rng):
    return rng.choice([
        {"type": "ask", "target": 1, "card": 5}, {"type": "ask", "target": 1, "card": ""},
        {"type": "ask"}, {"type": "ask", "target": "left", "rank": "7"},
        {"type": "cut", "position": "x"}, {"type": "answer", "cards": 5},
    ])
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line)["view"]["legal_actions"][0]), flush=True)
"""


@pytest.fixture(autouse=True)
def _bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "localbot.py").write_text(LEGAL)
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("localbot", None)


def test_a_seed_determines_the_results() -> None:
    contest = Contest("localbot:choose", against="random", seed="7")

    first, again = [*play(contest, 6)], [*play(contest, 6)]
    other = [*play(contest._replace(seed="8"), 6)]

    assert first == again
    assert first != other
    assert not any(result.refusals for result in first)


@pytest.mark.parametrize(
    ("name", "reason"), [("illegal", "bad_target: "), ("raising", "ValueError: no idea")]
)
def test_a_wrong_bot_plays_at_random_after_two_refusals(name: str, reason: str) -> None:
    [result] = play(Contest(f"localbot:{name}", against="random"), 1)

    assert result.refusals[:2] == (result.refusals[0],) * 2
    assert result.refusals[0].startswith(reason)


def test_malformed_actions_are_refused() -> None:
    [result] = play(Contest("localbot:malformed", against="random"), 1)

    assert result.refusals and not any("Error" in refusal for refusal in result.refusals)


def test_a_program_plays_too() -> None:
    command = (sys.executable, "-c", PROGRAM)

    results = [*play(Contest("", command, against="random", preset="pagat", seats=3), 2)]

    assert len(results) == 2
    assert not any(result.refusals for result in results)


@pytest.mark.parametrize(
    ("contest", "error"),
    [
        (Contest("localbot:none"), ImportError),
        (Contest("localbot:choose", against="wise"), KeyError),
        (Contest("localbot:choose", preset="none"), RulesRefused),
    ],
)
def test_what_cannot_be_played_is_an_error(contest: Contest, error: type[Exception]) -> None:
    with pytest.raises(error):
        next(iter(play(contest, 1)))


def test_the_interval_is_that_of_the_share() -> None:
    assert interval([1.0, 0.0] * 200) == "Won 50.0% ± 4.9 of 400."
    assert interval([]) == "No share of the wins yet."

"""Games without a server: what a bot wins, and what becomes of a bot that is wrong."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import pytest

from games.analysis.reading import from_transcript
from games.bots.levels import LEVELS
from games.engine import strict_json, transcript_reader
from games.engine.presets import PRESETS
from games.engine.refusals import RulesRefused
from games.engine.verify import verify_transcript
from gofishkit.commands import main
from gofishkit.local import Contest, LocalResult, play
from gofishkit.profile import Profile
from gofishkit.shares import wilson
from gofishkit.summary import FEWEST_DEALS, summary_of
from tests.sdk.running import environment

pytestmark = pytest.mark.slow

LEGAL = """import time; from pathlib import Path
def choose(view, history, rng):
    legal = view["legal_actions"]
    return rng.choice([each for each in legal if each["type"] == "ask"] or legal)

def illegal(view, history, rng):
    return {"type": "ask", "target": view["you"], "rank": "A"}

def raising(view, history, rng):
    raise ValueError("no idea")

def repeating(view, history, rng):
    return next(each for each in view["legal_actions"] if each["type"] == "ask")

def exiting(view, history, rng):
    raise SystemExit("done")

def editing(view, history, rng):
    view["legal_actions"].clear()

def sleepy(view, history, rng):
    if not Path("slept").exists():
        Path("slept").touch()
        time.sleep(60)
    return choose(view, history, rng)

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
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])


def test_a_seed_determines_the_results() -> None:
    contest = Contest("localbot:choose", against="random", seed="7")

    first, again = [*play(contest, 6)], [*play(contest, 6)]
    other = [*play(contest._replace(seed="8"), 6)]

    assert first == again
    assert first != other
    assert not any(result.reasons for result in first)


@pytest.mark.parametrize(
    ("name", "reason", "is_refused"),
    [
        ("illegal", "bad_target: ", True),
        ("raising", "localbot.py, line 10: ValueError: no idea", False),
        ("exiting", "localbot.py, line 16: SystemExit: done", False),
        ("editing", "not an action: None", False),
    ],
)
def test_a_wrong_bot_plays_at_random_after_two_faults_which_are_counted(
    name: str, reason: str, is_refused: bool
) -> None:
    [result] = play(Contest(f"localbot:{name}", against="random", has_luck=False), 1)

    faults = 2 * result.bot.asks
    assert (result.failed, result.refused) == ((0, faults) if is_refused else (faults, 0))
    assert result.reasons[0].startswith(reason)


def test_a_choice_has_a_limit_of_time() -> None:
    [result] = play(Contest("localbot:sleepy", against="random", seconds=2.0, has_luck=False), 1)

    assert result.failed and result.reasons[0] == "no answer within 2.0 seconds"


def test_malformed_actions_are_refused() -> None:
    [result] = play(Contest("localbot:malformed", against="random"), 1)

    assert result.refused and not any("Error" in reason for reason in result.reasons)


def test_a_program_plays_too() -> None:
    command = (sys.executable, "-c", PROGRAM)

    results = [*play(Contest("", command, against="random", preset="pagat", seats=3), 2)]

    assert len(results) == 2
    assert not any(result.reasons for result in results)


@pytest.mark.parametrize(
    ("contest", "error"),
    [
        (Contest("localbot:choose", against="wise"), KeyError),
        (Contest("localbot:choose", preset="none"), RulesRefused),
    ],
)
def test_what_cannot_be_played_is_an_error(contest: Contest, error: type[Exception]) -> None:
    with pytest.raises(error):
        next(iter(play(contest, 1)))


def test_each_deal_is_played_from_every_seat() -> None:
    at = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
    contest = Contest("localbot:choose", against="random", seats=3, has_luck=False, recorded_at=at)

    deals = [
        (deal, [opening(result) for result in results])
        for deal, results in groupby(play(contest, 6), key=lambda result: result.deal)
    ]

    assert [deal for deal, _ in deals] == [0, 1]
    for _, openings in deals:
        seeds, seats = zip(*openings, strict=True)
        assert len({*seeds}) == 1 and [*seats] == [0, 1, 2]
    assert deals[0][1][0] != deals[1][1][0]


def opening(result: LocalResult) -> tuple[str, int]:
    """Return the seed of a game, which decides its cards, and the seat of the bot."""
    assert result.transcript is not None
    document = strict_json.loads(result.transcript.encode())
    [seat] = [each["seat"] for each in document["seats"] if each["player"] == "localbot:choose"]
    return document["seed"], seat


@pytest.mark.parametrize("preset", ["classic", "bicycle", "pairs", "pagat_authors"])
def test_the_transcript_of_a_game_passes_the_verifier(preset: str) -> None:
    at = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
    contest = Contest("localbot:choose", preset=preset, has_luck=False, recorded_at=at)

    for result in play(contest, 2):
        assert result.transcript is not None
        document = transcript_reader.read(strict_json.loads(result.transcript.encode()))
        verdict = verify_transcript(document)

        assert (verdict.holds, verdict.scope) == (True, "full")
        assert from_transcript(document).seats == 2


@pytest.mark.slow
def test_what_the_cards_gave_is_no_merit_of_the_bot() -> None:
    results = [*play(Contest("localbot:choose", against="random"), 2 * FEWEST_DEALS)]

    summary = summary_of(results)

    assert summary.without_luck is not None
    plain, fair = summary.margin.half, summary.without_luck.half
    assert plain is not None and fair is not None and fair < 0.8 * plain


def test_rules_without_a_model_have_no_figure_without_luck() -> None:
    results = [*play(Contest("localbot:choose", against="random", preset="pagat"), 2)]

    summary = summary_of(results)

    assert (summary.without_luck, summary.margin.half) == (None, None)


def test_a_profile_shows_what_a_bot_does_not_remember() -> None:
    def profile(name: str) -> Profile:
        contest = Contest(f"localbot:{name}", against="memory", has_luck=False)
        return summary_of([*play(contest, 10)]).bot

    rivals = summary_of([*play(Contest("localbot:repeating", has_luck=False), 10)]).rivals
    repeating, random = profile("repeating"), profile("choose")

    assert repeating.hopeless / repeating.asks > 0.1
    assert random.overlooked / random.asks > 0.1
    assert rivals.overlooked == 0 and rivals.hopeless / rivals.asks < 0.05
    assert 0 < random.hits < random.asks


def run(folder: Path, name: str, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "gofishkit", "local", f"localbot:{name}", "--games=3"]
    return subprocess.run(
        [*command, *options],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_records_whole_deals_and_ends_well(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    done = run(tmp_path, "choose", f"--record={file}", "--processes=2")

    assert done.returncode == 0, done.stderr
    recorded = [strict_json.loads(line) for line in file.read_bytes().splitlines()]
    assert sorted(document["game"] for document in recorded) == [f"{n:011}" for n in range(4)]


@pytest.mark.parametrize("name", ["illegal", "raising"])
def test_faults_of_the_bot_end_in_a_status_of_their_own(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, name, "--no-luck")

    assert done.returncode == 4
    assert "Traceback" not in done.stderr
    if name == "raising":
        assert len(re.findall(r"^\d+ × localbot.py, line 10: ValueError", done.stdout, re.M)) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        pytest.param(["localbot:none"], "localbot has no function none", id="no function"),
        pytest.param(["none_such:choose"], "No module named 'none_such'", id="no module"),
        pytest.param([":"], "Empty module name", id="no name"),
        pytest.param(["broken"], "broken.py, line 2: ZeroDivisionError", id="it raises"),
        pytest.param(["--stdio", "none-such --fast"], "cannot be started", id="no program"),
        pytest.param(["--stdio", "echo 'x"], "cannot be started", id="an open quotation"),
    ],
)
def test_a_bot_that_is_not_there_is_one_line(tmp_path: Path, words: list[str], reason: str) -> None:
    (tmp_path / "broken.py").write_text("print('loaded')\n1 / 0\n")

    done = subprocess.run(
        [sys.executable, "-m", "gofishkit", "local", *words],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert reason in done.stderr and done.stderr.count("\n") == 1


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    done = run(tmp_path, "choose", f"--record={tmp_path}/none/games.jsonl")

    assert done.returncode == 1 and "Traceback" not in done.stderr


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("mine")

    done = run(tmp_path, "choose", f"--record={file}")

    assert (done.returncode, file.read_text()) == (1, "mine")
    assert f"{file} exists." in done.stderr


def test_the_help_lists_all_levels_and_presets() -> None:
    assert main.LEVELS.partition(": ")[2].split(", ") == [*LEVELS]
    assert main.PRESETS.partition(": ")[2].partition(";")[0].split(", ") == [*PRESETS]


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [  # Newcombe 1998, table I, and the ends
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0 / 20, 20, 0.0, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
        (1.0, 20, 0.8389, 1.0),
        (0.5, 2, 0.0945, 0.9055),
    ],
)
def test_the_interval_is_wilsons(share: float, games: int, low: float, high: float) -> None:
    assert wilson(share, games) == pytest.approx((low, high), abs=5e-5)

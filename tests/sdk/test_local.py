"""Games without a server: what a bot wins, and what becomes of a bot that is wrong."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from games.analysis.reading import from_transcript
from games.engine import strict_json, transcript_reader
from games.engine.verify import verify_transcript
from gofishkit import Client, Game
from gofishkit.local import Contest, play
from gofishkit.profile import Profile
from gofishkit.shares import wilson
from gofishkit.summary import FEWEST_DEALS, summary_of
from tests.notation.logs import notation_of
from tests.sdk.running import environment
from tests.timeouts import PATIENCE

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
    ],
)
def test_a_wrong_bot_plays_at_random_after_two_faults_which_are_counted(
    name: str, reason: str, is_refused: bool
) -> None:
    [result] = play(Contest(f"localbot:{name}", against="random", has_luck=False), 1)

    faults = 2 * result.bot.asks
    assert (result.failed, result.refused) == ((0, faults) if is_refused else (faults, 0))
    assert result.reasons[0].startswith(reason)


@pytest.mark.parametrize("preset", ["classic", "pagat_authors"])
def test_the_transcript_of_a_game_passes_the_verifier(preset: str) -> None:
    at = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
    contest = Contest("localbot:choose", preset=preset, has_luck=False, recorded_at=at)

    for result in play(contest, 2):
        assert result.transcript is not None
        document = transcript_reader.read(strict_json.loads(result.transcript.encode()))
        verdict = verify_transcript(document)

        assert (verdict.holds, verdict.scope) == (True, "full")
        assert from_transcript(document).seats == 2


def test_what_the_cards_gave_is_no_merit_of_the_bot() -> None:
    results = [*play(Contest("localbot:choose", against="random"), 2 * FEWEST_DEALS)]

    summary = summary_of(results)

    assert summary.without_luck is not None
    plain, fair = summary.margin.half, summary.without_luck.half
    assert plain is not None and fair is not None and fair < 0.8 * plain


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


def test_faults_of_the_bot_end_in_a_status_of_their_own(tmp_path: Path) -> None:
    done = run(tmp_path, "raising", "--no-luck")

    assert done.returncode == 4
    assert "Traceback" not in done.stderr
    assert len(re.findall(r"^\d+ × localbot.py, line 10: ValueError", done.stdout, re.M)) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        pytest.param(["localbot:none"], "localbot has no function none", id="no function"),
        pytest.param(["none_such:choose"], "No module named 'none_such'", id="no module"),
        pytest.param(["broken"], "broken.py, line 2: ZeroDivisionError", id="it raises"),
        pytest.param(["--stdio", "none-such --fast"], "cannot be started", id="no program"),
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


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("mine")

    done = run(tmp_path, "choose", f"--record={file}")

    assert (done.returncode, file.read_text()) == (1, "mine")
    assert f"{file} exists." in done.stderr


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [  # Newcombe 1998, table I, and the ends
        (81 / 263, 263, 0.2553, 0.3662),
        (0 / 20, 20, 0.0, 0.1611),
        (1.0, 20, 0.8389, 1.0),
    ],
)
def test_the_interval_is_wilsons(share: float, games: int, low: float, high: float) -> None:
    assert wilson(share, games) == pytest.approx((low, high), abs=5e-5)


def started(*words: str, cwd: Path | None = None) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gofishkit", *words],
        env=environment(COLUMNS="300"),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def numbers(printed: str) -> list[int]:
    return [
        int(found) for found in re.findall(r"^ *(\d+)  (?:seat|referee)", printed, re.MULTILINE)
    ]


def test_a_game_is_watched_while_it_is_played_and_replayed_later(shared_server: str) -> None:
    with Client.guest(shared_server) as client:
        game = Game.against(client, "random")
        watcher = started("watch", game.id, f"--server={shared_server}")
        for _ in game:
            while game.my_turn:
                game.act(game.legal_actions[0])

    watched, _ = watcher.communicate(timeout=PATIENCE)
    replayed, _ = started("replay", game.id, f"--server={shared_server}", "--pause=0").communicate()

    assert numbers(watched) == numbers(replayed) == [*range(1, game.version + 1)]
    assert f"{game.id}: over" in watched and "asks seat" in watched


def test_a_notation_is_verified_too(tmp_path: Path) -> None:
    (tmp_path / "game.gfn").write_text(notation_of())
    (tmp_path / "forged.gfn").write_text(notation_of().replace("0>1:", "1>0:", 1))
    tried = [["game.gfn"], ["forged.gfn"], ["game.gfn", "--receipts=r.json"]]

    processes = [started("verify", *words, cwd=tmp_path) for words in tried]
    printed = [process.communicate(timeout=PATIENCE)[0] for process in processes]

    assert [process.returncode for process in processes] == [0, 1, 2], printed
    assert printed[0].startswith("HOLDS") and "BROKEN" in printed[1]
    assert "header Receipts" in printed[2]

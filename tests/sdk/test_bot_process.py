"""A bot's process has limits of time and output, and does not see the token."""

import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gofishkit.bots.actions import BotFailed, checked, random_action
from gofishkit.bots.process import LOGGED_LINES, BotProcess, Limits, Noise, python_command
from tests.sdk.running import environment
from tests.timeouts import eventually

pytestmark = pytest.mark.slow

ASK = {"type": "ask", "target": 1, "rank": "7"}
VIEW: dict[str, Any] = {"you": 0, "legal_actions": [ASK]}
QUICK = Limits(seconds=3.0, line=2_000, lines=4)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what makes the process of a bot with this body of ``choose``."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    made: list[BotProcess] = []

    def bot(body: str, limits: Limits = QUICK) -> BotProcess:
        Path("abot.py").write_text(f"import os, time, sys\ndef choose(view, history, rng): {body}")
        made.append(BotProcess(python_command("abot:choose"), limits))
        return made[-1]

    yield bot
    for each in made:
        each.end()


def choose(bot: BotProcess, **options: Any) -> Any:
    return bot.choose(VIEW, [], seed="s", **options)


def test_a_function_answers_again_and_again(make: Any) -> None:
    bot = make("print('noise'); return view['legal_actions'][0]", Limits())

    assert [choose(bot), choose(bot)] == [ASK, ASK]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param("raise ValueError('none')", "ValueError: none", id="it raises"),
        pytest.param("time.sleep(60)", "no answer within", id="it hangs"),
        pytest.param("os._exit(0)", "it exited", id="it exits"),
        pytest.param("return None", "not an action", id="None"),
        pytest.param("return {'type': '../../me'}", "not an action", id="a path"),
        pytest.param("return {'type': 'ask', 'rank': {7}}", "TypeError", id="no JSON"),
        pytest.param("return {'type': 'ask', 'rank': '7' * 9999}", "more than", id="a long line"),
        pytest.param("return {'type': 'ask', 'target': float('nan')}", "not JSON", id="NaN"),
    ],
)
def test_a_bot_that_gives_no_action_has_failed(make: Any, body: str, reason: str) -> None:
    bot = make(body)

    with pytest.raises(BotFailed, match=reason):
        choose(bot)


def test_a_bot_that_failed_is_asked_again(make: Any) -> None:
    body = (
        "first = not os.path.exists('been'); open('been', 'w').close();"
        "first and os._exit(1); return view['legal_actions'][0]"
    )
    bot = make(body, Limits())

    with pytest.raises(BotFailed, match="it exited"):
        choose(bot)

    assert choose(bot) == ASK


def program(text: str, limits: Limits = QUICK) -> BotProcess:
    return BotProcess([sys.executable, "-u", "-c", text], limits)


def test_all_that_a_program_started_ends_with_it(tmp_path: Path) -> None:
    script = f"sleep 60 & echo $! > {tmp_path / 'child'}; wait"

    with pytest.raises(BotFailed, match="no answer within"):
        choose(BotProcess(["sh", "-c", script], QUICK), seconds=2)

    child = Path(f"/proc/{(tmp_path / 'child').read_text().strip()}")
    eventually(lambda: not child.exists() or "Z (zombie)" in (child / "status").read_text())


def test_an_action_that_a_later_server_offers_is_sent() -> None:
    swap = {"type": "swap", "cards": ["7S"]}
    offering = {**VIEW, "legal_actions": [{"type": "resign"}, swap]}

    assert checked(swap, offering) == swap
    assert random_action(offering, Random(1)) == swap
    with pytest.raises(BotFailed, match="not an action"):
        checked(swap, VIEW)


def test_a_program_that_does_not_read_ends_in_time() -> None:
    bot = program("import time; time.sleep(60)")

    with pytest.raises(BotFailed, match="no answer within"):
        bot.choose(VIEW, [{"type": "x" * 500_000}], seed="s", seconds=0.5)


def test_noise_of_all_processes_of_a_bot_is_logged_up_to_its_limit(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "gofish.bot")
    noise = Noise()
    text = "import sys; sys.stderr.write('x' * 99_999 + '\\n'); print('thinking')"
    bot = BotProcess([sys.executable, "-c", text], Limits(), noise)

    for _ in range(2):
        with pytest.raises(BotFailed, match="not a line of JSON: print to standard error"):
            choose(bot)
    eventually(lambda: noise.lines == 2 * (99_999 // 4096 + 2))
    noise.report()

    *lines, last = [record.getMessage() for record in caplog.records]
    assert len(lines) == LOGGED_LINES and max(map(len, lines)) <= 5_000
    assert last == "The bot printed 52 lines; the first 20 are shown."


def test_the_token_is_not_in_the_environment(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOFISH_TOKEN", "gf_secret")
    bot = make("return {'type': 'ask', 'rank': os.environ.get('GOFISH_TOKEN')}", Limits())

    assert choose(bot)["rank"] is None
    assert os.environ["GOFISH_TOKEN"]


def test_a_random_action_does_not_give_up() -> None:
    resign = {"type": "resign"}

    assert random_action({"legal_actions": [resign, ASK]}, Random(1)) == ASK
    assert random_action({"legal_actions": [resign]}, Random(1)) == resign

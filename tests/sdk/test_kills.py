"""`kill -9` of the server and of the runner, and cut connections, while a bot plays.

`RUNNER_GAMES` says how many games the nightly run plays; `KILLS_SEED` repeats one run's choices
(the instants are never the same).
"""

import json
import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from games import ids
from games.engine.cards import rank_text
from games.engine.events import Asked
from games.log import reader
from games.models import Game, GameStatus, Seat
from tests.faults.logs import assert_log_holds
from tests.faults.processes import serving
from tests.gateways import cutting
from tests.patience import PATIENCE
from tests.sdk.running import start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

GAMES = int(os.environ.get("RUNNER_GAMES", "200"))
SEED = int(os.environ["KILLS_SEED"])
UNLIMITED = "address=none,account=none,creation=none"
MOST_CHOICES = 40  # of the bot between two kills, so that a busy machine only makes the test longer
PAUSE = 0.05  # seconds between two looks at the choices
NOTING = """
import json
def choose(view, history, rng):
    legal = view["legal_actions"]
    action = rng.choice([each for each in legal if each["type"] == "ask"] or legal)
    with open("choices.ndjson", "a") as file:
        file.write(json.dumps([view["game"], view["version"], action]) + "\\n")
    return action
"""
"""A bot that writes down what it chose in which position."""


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(2, id="two games"),
    ],
)
def test_no_ask_is_doubled_and_no_game_is_lost(
    games: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng, kills = Random(SEED), {"server": 0, "runner": 0}
    choices = tmp_path / "choices.ndjson"
    output = tmp_path / "runner.log"  # a pipe that no test reads would stop the runner
    options = ("--against", "random", f"--games={games}", "--at-once=3", "--seconds=60")
    with (
        serving(tmp_path, settings={"RATES": UNLIMITED}, command=("serve",)) as [server],
        cutting(f"http://127.0.0.1:{server.port}") as (address, cuts),
    ):
        runner = start(tmp_path, address, *options, bot=NOTING, output=output)
        deadline = time.monotonic() + PATIENCE * games
        while play_on(runner, choices, rng.randint(1, MOST_CHOICES), deadline):
            if kills["runner"] < kills["server"] / 4 and runner.poll() is None:
                runner.kill()
                runner.wait()
                runner = start(tmp_path, address, *options, bot=NOTING, output=output)
                kills["runner"] += 1
            else:
                server.kill()
                server.start()
                kills["server"] += 1
    printed = output.read_text()

    assert runner.returncode == 0, printed
    assert f"{games} games over." in printed
    played = Game.objects.filter(status=GameStatus.OVER)
    assert played.count() == Game.objects.count() == games
    asks = sum(assert_chosen(game, choices) for game in played)
    counts = {"games": games, "asks": asks, "cuts": len(cuts), **kills}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))
    assert kills["server"] and cuts


def play_on(runner: "subprocess.Popen[str]", choices: Path, count: int, deadline: float) -> bool:
    """Let the bot make some more choices; return whether the runner still runs."""
    size = choices.stat().st_size if choices.exists() else 0
    while runner.poll() is None:
        assert time.monotonic() < deadline, "the games do not end"
        with suppress(FileNotFoundError), choices.open("rb") as file:
            file.seek(size)
            if file.read().count(b"\n") >= count:
                return True
        time.sleep(PAUSE)
    return False


def assert_chosen(game: Game, file: Path) -> int:
    """Assert that each action was chosen in its position; return how many asks the bot made."""
    assert_log_holds(ids.to_text(game.pk))
    chosen = {}
    for line in file.read_text().splitlines():
        at, version, action = json.loads(line)
        if at == ids.to_text(game.pk):
            chosen[version] = action
    seat = Seat.objects.get(game=game, account__isnull=False).number
    asks = 0
    for move in reader.read(game.pk):
        for event in move.events:
            if isinstance(event, Asked) and event.seat == seat:
                action = chosen[move.number - 1]
                assert (event.target, rank_text(event.rank)) == (action["target"], action["rank"])
                asks += 1
    return asks

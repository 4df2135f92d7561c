"""The example bot that reads streams, with broken connections and crashes, against a real
server.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.gateways import cutting
from tests.receipts import proved_by
from tests.servers import ROOT

# How the bot learns of moves depends on the database of its server.
pytestmark = pytest.mark.process

BOT = ROOT / "examples" / "stream_bot.py"
SECONDS = 120


@pytest.fixture(scope="module")
def server(shared_server: str) -> str:
    return shared_server


def guest(server: str) -> str:
    secret: str = httpx.post(f"{server}/api/v1/accounts/guest").json()["token"]["secret"]
    return secret


def start(server: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(BOT), f"--server={server}", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(bot: subprocess.Popen[str]) -> list[str]:
    """Let a bot play to the end and return what it printed."""
    try:
        printed, _ = bot.communicate(timeout=SECONDS)
    finally:
        bot.kill()
    assert bot.returncode == 0, printed
    return printed.splitlines()


def printed_moves(printed: list[str]) -> list[int]:
    return [int(line[:4]) for line in printed if line[:4].strip().isdigit()]


def read(server: str, path: str) -> Any:
    return httpx.get(f"{server}/api/v1{path}").raise_for_status().json()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param([], id="classic"),
        pytest.param(["--preset=bicycle", "--overlay=honour"], id="in honour mode"),
        pytest.param(["--preset=bicycle_authors"], id="by card"),
    ],
)
def test_it_plays_a_game_against_bots_to_its_end(server: str, rules: list[str]) -> None:
    printed = finish(start(server, "--bots", "memory", "random", *rules))

    game = printed[0].removeprefix("Playing game ")
    state = read(server, f"/games/{game}/state")
    assert state["phase"] == "over"
    assert printed_moves(printed) == [*range(1, state["version"] + 1)]


def test_two_meet_in_quick_match(server: str) -> None:
    bots = [start(server, "--wait=60", "--preset=pagat") for _ in range(2)]

    games = {next(line for line in finish(bot) if line.startswith("Playing game ")) for bot in bots}

    assert len(games) == 1


def test_with_broken_connections_it_misses_and_repeats_no_move(server: str) -> None:
    with cutting(server) as (address, cuts):
        printed = finish(start(address, f"--token={guest(server)}", "--bots", "memory", "memory"))

    game = printed[0].removeprefix("Playing game ")
    version = read(server, f"/games/{game}/state")["version"]
    assert printed_moves(printed) == [*range(1, version + 1)]
    assert len(cuts) >= 3
    assert int(printed[-1].split()[-2]) >= 1


def test_another_bot_continues_after_a_killed_one(server: str, tmp_path: Path) -> None:
    token = f"--token={guest(server)}"
    receipts = f"--receipts={tmp_path / 'receipts.json'}"
    killed = start(server, token, receipts, "--bots", "random", "random")
    assert killed.stdout is not None
    game = killed.stdout.readline().removeprefix("Playing game ").strip()
    for _ in range(12):
        killed.stdout.readline()
    killed.kill()
    killed.communicate()

    printed = finish(start(server, token, receipts, f"--game={game}"))

    version = read(server, f"/games/{game}/state")["version"]
    assert printed_moves(printed) == [*range(1, version + 1)]
    assert proved_by(tmp_path / "receipts.json", server) == (version, version)


def test_the_printed_command_continues_after_a_killed_guest(server: str) -> None:
    killed = start(server, "--bots", "random", "random")
    assert killed.stdout is not None
    game = killed.stdout.readline().removeprefix("Playing game ").strip()
    command = killed.stdout.readline().removeprefix("After a crash: ").split()
    for _ in range(12):
        killed.stdout.readline()
    killed.kill()
    killed.communicate()

    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)

    version = read(server, f"/games/{game}/state")["version"]
    assert printed_moves(done.stdout.splitlines()) == [*range(1, version + 1)]


def test_the_same_command_continues_after_a_guest_killed_while_waiting(
    server: str, tmp_path: Path
) -> None:
    kept = tmp_path / "guest.json"
    command = [f"--keep={kept}", "--wait=60", "--preset=bicycle"]
    killed = start(server, *command)
    assert killed.stdout is not None
    first = killed.stdout.readline()
    killed.kill()
    killed.communicate()
    mode, token = kept.stat().st_mode & 0o777, kept.read_text()

    again = start(server, *command)
    assert again.stdout is not None
    second = again.stdout.readline()
    is_the_same = kept.read_text() == token
    other = start(server, "--wait=60", "--preset=bicycle")
    printed = [finish(again), finish(other)]

    # A new guest would have been seated with the one that ended.
    assert first == second == "Waiting: 1 of 2 are there\n"
    assert (mode, is_the_same) == (0o600, True)
    games = {next(line for line in lines if line.startswith("Playing game ")) for lines in printed}
    assert len(games) == 1
    assert not kept.exists()


def test_the_same_command_continues_a_kept_game_against_bots(server: str, tmp_path: Path) -> None:
    command = [f"--keep={tmp_path / 'guest.json'}", "--bots", "random", "random"]
    killed = start(server, *command)
    assert killed.stdout is not None
    first_lines = [killed.stdout.readline() for _ in range(12)]
    killed.kill()
    killed.communicate()

    printed = finish(start(server, *command))

    assert printed[0] == first_lines[0].strip()
    version = read(server, f"/games/{printed[0].removeprefix('Playing game ')}/state")["version"]
    assert printed_moves(printed) == [*range(1, version + 1)]


@pytest.mark.parametrize(
    ("mode", "kept_for", "sentence"),
    [
        pytest.param(0o644, "", "Others may read", id="others may read it"),
        pytest.param(0o600, "https://elsewhere.example", "is of a game on", id="another server"),
    ],
)
def test_a_token_is_neither_read_by_others_nor_sent_to_them(
    server: str, tmp_path: Path, mode: int, kept_for: str, sentence: str
) -> None:
    kept = tmp_path / "guest.json"
    kept.write_text(json.dumps({"server": kept_for or server, "token": guest(server), "key": "k"}))
    kept.chmod(mode)

    bot = start(server, f"--keep={kept}", "--bots", "random")
    printed, _ = bot.communicate(timeout=SECONDS)

    assert bot.returncode == 1
    assert sentence in printed
    assert len(printed.splitlines()) == 1


@pytest.mark.parametrize("has_token", [False, True])
def test_a_game_without_a_seat_of_its_own_is_refused(server: str, has_token: bool) -> None:
    game = finish(start(server, "--bots", "random"))[0].removeprefix("Playing game ")
    token = [f"--token={guest(server)}"] if has_token else []

    bot = start(server, f"--game={game}", *token)
    printed, _ = bot.communicate(timeout=SECONDS)

    assert bot.returncode == (1 if has_token else 2)
    assert "no seat in game" in printed if has_token else "--game needs the --token" in printed
    assert "Playing" not in printed

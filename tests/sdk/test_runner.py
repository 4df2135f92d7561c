"""`gofish bot` on a real server: it finds games, plays, stops, and continues after `kill -9`."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from gofishkit import Client
from tests.gateways import cutting
from tests.sdk.running import LEGAL, finish, start
from tests.servers import serving
from tests.timeouts import eventually

# How a bot learns of moves depends on the database of its server.
pytestmark = pytest.mark.slow

ALWAYS_WRONG = """
def choose(view, history, rng):
    return {"type": "ask", "target": view["you"], "rank": "A"}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


def games_in(printed: str) -> list[str]:
    return re.findall(r"(\w{11}): over", printed)


def read_line(runner: "subprocess.Popen[str]", text: str) -> str:
    """Return the next line that a runner prints with this text in it."""
    assert runner.stdout is not None
    for line in runner.stdout:
        if text in line:
            return str(line)
    raise AssertionError(text)


def test_it_plays_several_games_at_once_through_cut_connections(
    server: str, tmp_path: Path
) -> None:
    with cutting(server) as (address, cuts):
        options = ("--against", "random", "--games=2", "--at-once=2")
        printed = finish(start(tmp_path, address, *options))

    games = games_in(printed)
    assert len({*games}) == 2
    assert "2 games over. Won" in printed
    assert cuts
    for game in games:
        state = httpx.get(f"{server}/api/v1/games/{game}/state").json()
        assert state["phase"] == "over"


def test_two_meet_in_quick_match(server: str, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()

    runners = [start(folder, server, "--wait=60", "--preset=bicycle") for folder in folders]

    first, second = (games_in(finish(runner)) for runner in runners)
    assert first == second and len(first) == 1


def test_a_killed_runner_continues_its_games_as_the_same_guest(server: str, tmp_path: Path) -> None:
    options = ("--against", "random", "memory", "--games=2")
    slow = LEGAL.replace("    legal", "    __import__('time').sleep(0.2)\n    legal", 1)
    killed = start(tmp_path, server, *options, bot=slow)
    began = read_line(killed, "game 1 of 2")
    killed.kill()
    killed.communicate()
    kept = json.loads((tmp_path / "guest.json").read_text())

    printed = finish(start(tmp_path, server, *options))

    assert games_in(printed)[0] in began
    assert len(games_in(printed)) == 2
    assert "playing as" not in printed
    assert json.loads((tmp_path / "guest.json").read_text())["token"] == kept["token"]
    assert (tmp_path / "guest.json").stat().st_mode & 0o777 == 0o600
    assert kept["token"] not in printed


def test_refusals_are_logged_with_the_rule_and_the_game_goes_on(
    server: str, tmp_path: Path
) -> None:
    printed = finish(start(tmp_path, server, "--against", "random", bot=ALWAYS_WRONG), status=4)

    refused = printed.count("was refused by the rule bad_target")
    assert refused == 2 * printed.count("played at random") > 0
    assert f"{refused} were refused by the rules" in printed
    assert len(games_in(printed)) == 1


def test_a_bot_account_announces_itself(server: str, tmp_path: Path) -> None:
    with Client.guest(server) as owner:
        owner.promote_guest(username="Hattie", password="seven-herrings-swim")
        token = owner.create_bot(username="Droid")["token"]["secret"]
        slow = LEGAL.replace("    legal", "    __import__('time').sleep(0.2)\n    legal", 1)
        options = ("--against", "random", "--at-once=3", "--games=3")
        runner = start(tmp_path, server, *options, bot=slow, GOFISH_TOKEN=token)
        read_line(runner, "game 1 of 3")
        eventually(lambda: [bot["status"] for bot in owner.list_online_bots()["bots"]])
        [shown] = owner.list_online_bots()["bots"]
        printed = finish(runner)
        [after] = owner.list_online_bots()["bots"]

    assert (shown["username"], shown["owner"]) == ("Droid", "Hattie")
    assert shown["status"] is not None and after["status"] is not None
    assert shown["status"]["presets"] == ["classic"] and shown["status"]["seats"] == [2]
    assert shown["status"]["capacity"] <= 3 and after["status"]["capacity"] == 0
    assert token not in printed + (tmp_path / "guest.json").read_text()


def test_an_invalid_token_ends_with_advice(server: str, tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    with Client.guest(server) as guest:
        file.write_text(json.dumps({"server": server, "token": guest.token}))
        file.chmod(0o600)
        guest.revoke_all_tokens()

    printed = finish(start(tmp_path, server, "--against", "random"), status=3)

    assert "GOFISH_TOKEN" in printed and "Traceback" not in printed
    assert guest.token is not None and guest.token not in printed


@pytest.mark.parametrize(
    ("mode", "kept_for", "sentence"),
    [
        pytest.param(0o644, "", "Others may read", id="others may read it"),
        pytest.param(0o600, "https://elsewhere.example", "is of https://else", id="other server"),
    ],
)
def test_a_token_is_neither_read_by_others_nor_sent_to_them(
    server: str, tmp_path: Path, mode: int, kept_for: str, sentence: str
) -> None:
    file = tmp_path / "guest.json"
    file.write_text(json.dumps({"server": kept_for or server, "token": "gf_x"}))
    file.chmod(mode)

    printed = finish(start(tmp_path, server, "--against", "random"), status=1)

    assert sentence in printed and "gf_x" not in printed


@pytest.fixture(scope="module")
def host() -> Iterator[Client]:
    with serving() as address, Client.guest(address) as client:
        client.promote_guest(username="Hattie", password="seven-herrings-swim")
        yield client


def opened(host: Client, **terms: Any) -> str:
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    usual: dict[str, Any] = {"name": "Cup", "seats": 2, "turn_seconds": 30, "preset": "pagat"}
    opened: str = host.create_tournament(starts_at=soon, **usual | terms)["id"]
    return opened


def begin(host: Client, tournament: str, *, players: int) -> None:
    eventually(lambda: host.read_tournament(tournament)["players"] == players)
    host.direct_tournament(tournament, action="begin")


def test_bots_play_a_tournament_by_code_to_its_end(host: Client, tmp_path: Path) -> None:
    cup = opened(host, rounds=2, entry="code")
    code = f"--code={host.read_tournament(cup)['join_code']}"
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    runners = [start(folder, host.server, f"--tournament={cup}", code) for folder in folders]
    begin(host, cup, players=2)

    printed = [finish(runner) for runner in runners]

    assert all("2 games over. Won" in each for each in printed)
    assert host.read_tournament(cup)["status"] == "over"
    lines = host.read_standings(cup)["results"]
    assert [(line["games"], line["rests"]) for line in lines] == [(2, 0)] * 2
    again = finish(start(folders[0], host.server, f"--tournament={cup}", code))
    assert "0 games over" in again


def test_a_bot_that_stops_plays_its_table_and_sits_out_until_it_is_back(
    host: Client, tmp_path: Path
) -> None:
    cup = opened(host, format="arena", minutes=10, players_min=2)
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    runners = [start(folder, host.server, f"--tournament={cup}") for folder in folders]
    begin(host, cup, players=2)
    eventually(lambda: bool(host.list_tournament_tables(cup)["results"]))
    runners[0].send_signal(signal.SIGTERM)

    assert "sitting out" in finish(runners[0])
    statuses = {line["status"] for line in host.read_standings(cup)["results"]}
    assert statuses == {"active", "paused"}
    back = start(folders[0], host.server, f"--tournament={cup}")
    eventually(lambda: host.read_tournament(cup)["confirmed"] == 2)
    host.direct_tournament(cup, action="cancel")
    for runner in (runners[1], back):
        finish(runner)


def test_a_lobby_that_was_left_is_joined_again(server: str, tmp_path: Path) -> None:
    with Client.guest(server) as host:
        game = host.create_game(seats=3, preset="pagat")["game"]["id"]

        def has_bot() -> bool:
            return host.read_state(game)["seats"][1]["taken"]

        for _ in range(2):
            runner = start(tmp_path, server, "--lobby", "--preset=pagat")
            read_line(runner, f"{game}: game 1 of 1")
            eventually(has_bot)
            runner.send_signal(signal.SIGTERM)

            assert "left, or closed" in finish(runner)
            assert not has_bot()


def test_a_bot_that_cannot_be_loaded_plays_nothing(server: str, tmp_path: Path) -> None:
    printed = finish(start(tmp_path, server, bot="import none_such"), status=1)

    assert "The bot mybot:choose cannot be loaded: mybot.py, line 1: Module" in printed
    assert not (tmp_path / "guest.json").exists()

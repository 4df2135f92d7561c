"""`gofish bot --tournament` on a real server: it joins, confirms, plays its tables and ends."""

import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gofishkit import Client
from tests.patience import eventually
from tests.sdk.running import finish, start
from tests.servers import serving

pytestmark = pytest.mark.slow


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


def test_a_bot_that_may_not_join_ends_with_the_reason(host: Client, tmp_path: Path) -> None:
    cup = opened(host, rounds=1, kinds="bots")

    printed = finish(start(tmp_path, host.server, f"--tournament={cup}"), status=1)

    assert "for accounts of bots only" in printed

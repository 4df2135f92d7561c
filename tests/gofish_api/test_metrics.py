"""The metrics of real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from django.test import override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.log.models import Game, Position
from gofish_api.observability import exporter
from gofish_api.observability.exporter import read_figures
from tests import databases
from tests.faults.clients import send
from tests.faults.processes import NO_REFEREE, Server
from tests.players import Player, play_out, seated
from tests.postgres import free_port
from tests.timeouts import PATIENCE, eventually

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@contextmanager
def serving(folder: Path, *command: str, **settings: str) -> Iterator[tuple[Server, int]]:
    """Start a server; yield it and the port of its metrics."""
    metrics = free_port()
    own = {"DATABASE_URL": databases.url(), "LOG_LEVEL": "WARNING", "METRICS_PORT": str(metrics)}
    server = Server(folder / f"{command[0]}.log", os.environ | own | settings, *command)
    try:
        server.start()
        yield server, metrics
    finally:
        server.kill()


def page(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def scraped(port: int) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page(port))
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0.0)


def play(port: int, seats: int = 2) -> tuple[str, list[Player]]:
    """Play a few moves over a port; the players' own clients would stay in this process."""
    game, *players = seated(seats)
    for _ in range(5):
        seat = players[0].state(game)["to_act"]
        asks = players[seat].state(game)["legal_actions"]
        body = {key: asks[0][key] for key in ("target", "rank")}
        assert players[seat].secret
        assert (
            send(port, players[seat].secret or "", "POST", f"/games/{game}/ask", body).status == 200
        )
    return game, players


def test_one_process_counts_requests_asks_refusals_streams_and_frames(tmp_path: Path) -> None:
    with serving(tmp_path, *NO_REFEREE) as (server, metrics):
        game, players = play(server.port)
        refused = send(server.port, players[0].secret or "", "POST", f"/games/{game}/ask", {})
        stream = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        stream.request("GET", f"/api/v1/games/{game}/stream")
        assert stream.getresponse().status == 200
        eventually(lambda: value(scraped(metrics), "gofish_open_streams", kind="game") == 1)
        seat = players[0].state(game)["to_act"]
        ask = players[seat].state(game)["legal_actions"][0]
        body = {key: ask[key] for key in ("target", "rank")}
        assert (
            send(server.port, players[seat].secret or "", "POST", f"/games/{game}/ask", body).status
            == 200
        )
        eventually(lambda: value(scraped(metrics), "gofish_frame_delay_seconds_count") >= 1)
        stream.close()
        eventually(lambda: value(scraped(metrics), "gofish_open_streams", kind="game") == 0)
        shown = scraped(metrics)

    asks = "POST /games/{game_id}/ask"
    assert refused.code == "validation_error"
    assert value(shown, "gofish_requests_total", operation=asks, status="200") == 6
    assert value(shown, "gofish_requests_total", operation=asks, status="400") == 1
    assert value(shown, "gofish_request_seconds_count", operation=asks) == 7
    assert value(shown, "gofish_refusals_total", code="validation_error") == 1
    results = ("given", "caught", "fished")
    assert sum(value(shown, "gofish_asks_total", result=each) for each in results) == 6
    assert value(shown, "gofish_moves_total", author="person") == 6
    assert value(shown, "gofish_requests_in_progress") == 0
    assert value(shown, "gofish_games", status="running") == 1
    assert value(shown, "gofish_database_up") == 1


def test_the_referee_exports_its_lag_and_its_moves(tmp_path: Path) -> None:
    seated(2)
    Position.objects.update(deadline=timezone.now() - timedelta(hours=1))
    with serving(tmp_path, *NO_REFEREE) as (_, metrics):
        late = scraped(metrics)
        # The server stays: without one that commits heartbeats, clocks stand still after 5 s.
        metrics = free_port()
        referee = subprocess.Popen(
            [sys.executable, "manage.py", "referee"],
            env=os.environ | {"DATABASE_URL": databases.url(), "METRICS_PORT": str(metrics)},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert referee.stdout is not None and "running" in referee.stdout.readline()
            eventually(lambda: value(scraped(metrics), "gofish_moves_total", author="referee") == 1)
        finally:
            referee.terminate()
            referee.communicate(timeout=PATIENCE)

    assert 3600 <= value(late, "gofish_referee_lag_seconds") < 3700
    assert read_figures().lag == 0
    assert referee.returncode == 0


@pytest.mark.parametrize(("copies", "expected"), [([], 0.0), (["0103", "0101"], 300.0)])
def test_the_time_of_the_newest_backup_is_a_metric(
    tmp_path: Path, copies: list[str], expected: float
) -> None:
    for number, day in enumerate(copies):
        (tmp_path / f"gofish-2026{day}T033000Z.dump").touch()
        os.utime(tmp_path / f"gofish-2026{day}T033000Z.dump", (0, 300 - number))

    with override_settings(BACKUPS_PATH=str(tmp_path)):
        [metric] = exporter.Backups().collect()

    assert [sample.value for sample in metric.samples] == [expected]
    with override_settings(BACKUPS_PATH=""):
        assert not any(metric.samples for metric in exporter.Backups().collect())


def test_metrics_contain_no_game_player_card_or_secret(tmp_path: Path) -> None:
    with serving(tmp_path, "serve") as (server, metrics):
        game, players = play(server.port, seats=3)
        play_out(game, players, Random(5))
        for path in (
            f"/games/{game}/nowhere",
            "/games/AAAAAAAAAAA/state",
            "/players/Nosuch-player",
        ):
            send(server.port, players[0].secret or "", "GET", path)
        send(server.port, "gf_wrong", "BREW", "/games")
        text = page(metrics)

    seed = bytes(Game.objects.get().seed).hex()
    names = [player.get("/me").json()["username"] for player in players]
    secrets = [player.secret or "" for player in players]
    for private in (
        game,
        seed,
        *names,
        *secrets,
        "nowhere",
        "Nosuch-player",
        "AAAAAAAAAAA",
        "BREW",
    ):
        assert private not in text
    labels = {
        name
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("gofish_")
        for name in sample.labels
    }
    known = {"operation", "status", "code", "result", "author", "kind", "state", "le"}
    assert labels <= known

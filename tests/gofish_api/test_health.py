"""Health checks of load balancers."""

import json
import socket
import time
import tomllib
from datetime import timedelta

import environ
import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from games.engine import build
from games.play.models import RefereeRound
from gofish_api.observability import health
from gofish_api.observability.probe import ALIVE, ALIVE_ANSWER
from tests.players import guest, refused
from tests.postgres import free_port
from tests.timeouts import eventually


def test_a_living_process_says_so_without_its_database(client: Client) -> None:
    answer = client.get("/healthz")

    shown = {"status": "ok", "release": settings.RELEASE, "engine": build.loaded()}
    assert (answer.status_code, answer.json()) == (200, shown)
    assert "no-store" in answer["Cache-Control"]


def test_all_packages_have_the_release_of_the_service() -> None:
    texts = [
        (settings.BASE_DIR / place / "pyproject.toml").read_text()
        for place in (".", "clients/python", "clients/python-local", "clients/mcp")
    ]
    script = json.loads((settings.BASE_DIR / "clients/javascript/package.json").read_text())

    releases = {tomllib.loads(text)["project"]["version"] for text in texts}
    assert {*releases, script["version"]} == {settings.RELEASE}


def test_the_front_answers_for_a_living_process_as_django_does(client: Client) -> None:
    by_django = client.get(ALIVE)

    assert (ALIVE_ANSWER.status, ALIVE_ANSWER.body) == (by_django.status_code, by_django.content)
    fields = {name.decode(): value.decode() for name, value in ALIVE_ANSWER.headers}
    assert fields.pop("content-length") == str(len(by_django.content))
    assert fields.pop("cache-control") == by_django["Cache-Control"]
    assert fields == {"content-type": by_django["Content-Type"]}


@pytest.mark.django_db(transaction=True)
def test_a_migrated_database_and_a_referee_make_the_service_ready(client: Client) -> None:
    RefereeRound.objects.create(at=timezone.now())

    answer = client.get("/readyz")

    checks = {"database": "ok", "migrations": "ok", "referee": "ok"}
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": checks})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ago", [None, timedelta(seconds=61)])
def test_a_referee_who_is_not_heard_of_makes_it_unready(
    client: Client, ago: timedelta | None
) -> None:
    if ago is not None:
        RefereeRound.objects.create(at=timezone.now() - ago)

    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["checks"]["referee"]) == (503, "silent")


@pytest.mark.django_db(transaction=True)
def test_a_missing_migration_makes_it_unready(client: Client) -> None:
    recorder = MigrationRecorder(connection)
    [newest] = MigrationLoader(connection).graph.leaf_nodes("accounts")
    recorder.record_unapplied(*newest)

    answer = client.get("/readyz")
    recorder.record_applied(*newest)

    assert (answer.status_code, answer.json()["checks"]["migrations"]) == (503, "missing")


@pytest.mark.django_db
def test_a_database_out_of_reach_makes_it_unready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere(monkeypatch, free_port())

    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "unreachable")
    assert "refused" not in answer.content.decode()


@pytest.mark.django_db
def test_a_database_that_hangs_makes_it_unready_in_time_until_it_answers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, monkeypatch.context() as hanging:
        elsewhere(hanging, silent.getsockname()[1])
        began = time.monotonic()
        answers = [client.get("/readyz") for _ in range(3)]
        took = time.monotonic() - began
    eventually(lambda: client.get("/readyz").json()["checks"]["database"] != "unreachable")

    found = {(answer.status_code, answer.json()["checks"]["database"]) for answer in answers}
    assert found == {(503, "unreachable")}
    # One of them waited, and the others had its answer.
    assert health.PATIENCE <= took < len(answers) * health.PATIENCE


def elsewhere(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """Let new threads look for a PostgreSQL on this port of the loopback."""
    found = environ.Env.db_url_config(f"postgresql://user:secret@127.0.0.1:{port}/gofish")
    settings = connection.settings_dict | found | {"OPTIONS": {}}
    monkeypatch.setitem(connections.settings, "default", settings)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no standby")
def test_one_request_fails_on_a_server_that_became_a_standby() -> None:
    ann = guest()
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")  # as every session of a standby

    lost = ann.post("/games", {"preset": "classic", "seats": 2})

    assert refused(lost) == (503, "unavailable")
    assert ann.create()

"""What load balancers ask."""

from typing import Any, NoReturn

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client


def test_a_living_process_says_so_without_its_database(client: Client) -> None:
    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_migrated_database_makes_the_service_ready(client: Client) -> None:
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


@pytest.mark.django_db
def test_a_missing_migration_makes_it_unready(client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("accounts", "0001_initial")

    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["checks"]["migrations"]) == (503, "missing")


@pytest.mark.django_db
def test_a_database_out_of_reach_makes_it_unready(client: Client) -> None:
    def refuse(*_: Any) -> NoReturn:
        raise OperationalError("connection refused")

    with connection.execute_wrapper(refuse):
        answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "unreachable")
    assert "refused" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405

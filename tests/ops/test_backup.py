"""`ops/backup.py` keeps a copy that was restored and verified, on both databases."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from games.log import triggers
from games.log.models import Move
from tests import databases, postgres
from tests.players import play_out, seated
from tests.servers import ROOT
from tests.timeouts import eventually

pytestmark = pytest.mark.slow

SUFFIX = "sqlite3" if connection.vendor == "sqlite" else "dump"


def back_up_command(folder: Path, *options: str) -> tuple[list[str], dict[str, str]]:
    """Return the command, and its environment."""
    programs = f"{postgres.programs()}:{os.environ['PATH']}"
    environment = os.environ | {"DATABASE_URL": databases.url(), "PATH": programs}
    return [sys.executable, "ops/backup.py", str(folder), *options], environment


def back_up(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command, environment = back_up_command(folder, *options)
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def scratch_databases() -> list[str]:
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'gofish_drill_%%'")
        return [name for (name,) in cursor.fetchall()]


@pytest.fixture
def played(transactional_db: None) -> None:
    """A finished game."""
    game, *players = seated(2)
    play_out(game, players, Random(1))


@pytest.mark.usefixtures("played")
def test_a_copy_that_verifies_is_kept_and_old_ones_go(tmp_path: Path) -> None:
    for day in (1, 2):
        (tmp_path / f"gofish-2026010{day}T000000Z.{SUFFIX}").touch()

    ran = back_up(tmp_path, "--keep", "2")

    assert ran.returncode == 0, ran.stderr
    assert f"Games checked: 1, broken: 0. Verified moves: {Move.objects.count()}." in ran.stdout
    _, new = kept = sorted(tmp_path.iterdir())
    assert [file.name[:15] for file in kept] == ["gofish-20260102", new.name[:15]]
    assert new.stat().st_mode & 0o077 == 0
    assert not scratch_databases()


@pytest.mark.usefixtures("played")
def test_a_copy_with_a_broken_log_is_not_kept(tmp_path: Path) -> None:
    triggers.unguard()
    try:
        Move.objects.filter(number=4).update(digest=b"x" * 32)
    finally:
        triggers.guard()

    ran = back_up(tmp_path)

    assert ran.returncode == 1
    assert "BROKEN" in ran.stdout
    assert not [*tmp_path.iterdir()]
    assert not scratch_databases()


@pytest.mark.usefixtures("played")
def test_a_backup_that_is_stopped_deletes_what_it_has_made(tmp_path: Path) -> None:
    command, environment = back_up_command(tmp_path)
    with subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True) as backup:
        eventually(lambda: any(tmp_path.glob("drill-*/copy")))
        backup.terminate()

    assert backup.returncode == 143
    assert not [*tmp_path.iterdir()]
    assert not scratch_databases()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite needs no programs")
@pytest.mark.usefixtures("played")
def test_a_backup_that_is_stopped_while_it_creates_its_database_drops_it(tmp_path: Path) -> None:
    command, environment = back_up_command(tmp_path / "copies")
    createdb = tmp_path / "createdb"
    createdb.write_text(f'#!/bin/sh\n{postgres.programs()}/createdb "$@"\nkill $PPID\nsleep 1\n')
    createdb.chmod(0o755)

    path = f"{tmp_path}:{environment['PATH']}"
    ran = subprocess.run(command, cwd=ROOT, env=environment | {"PATH": path}, check=False)

    assert ran.returncode == 143
    assert not [*(tmp_path / "copies").iterdir()]
    assert not scratch_databases()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite needs no programs")
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        pytest.param("echo 'pg_dump (PostgreSQL) 9.6.24'", "pg_dump is of PostgreSQL 9", id="old"),
        pytest.param(None, "Not on the PATH: psql, pg_dump", id="missing"),
    ],
)
@pytest.mark.usefixtures("transactional_db")
def test_programs_that_cannot_copy_the_server_are_named(
    tmp_path: Path, script: str | None, sentence: str
) -> None:
    command, environment = back_up_command(tmp_path / "copies")
    programs = tmp_path / "programs"
    programs.mkdir()
    if script is not None:
        (programs / "pg_dump").write_text(f"#!/bin/sh\n{script}\n")
        (programs / "pg_dump").chmod(0o755)
    path = f"{programs}:{environment['PATH']}" if script is not None else str(programs)

    ran = subprocess.run(
        command,
        cwd=ROOT,
        env=environment | {"PATH": path},
        capture_output=True,
        text=True,
    )

    assert ran.returncode == 1
    assert sentence in ran.stderr and ran.stderr.count("\n") == 1
    assert not [*(tmp_path / "copies").iterdir()]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no files")
def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite3"

    ran = subprocess.run(
        [sys.executable, "ops/backup.py", tmp_path / "copies"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{missing}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1
    assert "cannot be read" in ran.stderr and "Traceback" not in ran.stderr
    assert not missing.exists()

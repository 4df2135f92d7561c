"""Finished games are read from a replica, and no reader notices: PostgreSQL only."""

import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from tests import databases
from tests.games.archives import finished
from tests.games.test_archiving import answers, forget
from tests.replicas import counted, replicated

pytestmark = [pytest.mark.postgresql, pytest.mark.usefixtures("transactional_db")]

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no replicas", allow_module_level=True)


def sql(address: str, statement: str) -> Any:
    """Execute a statement on the database at an address."""
    with psycopg.connect(address, autocommit=True) as session:
        session.execute(statement.encode())


@pytest.fixture
def role() -> Iterator[str]:
    """The URL of the running test's database for the role that may only read."""
    name = f"reader_{secrets.token_hex(6)}"
    sql(databases.url(), f"CREATE ROLE {name} LOGIN PASSWORD '{name}'")
    call_command("grant_replica_role", name, verbosity=0)
    address = urlsplit(databases.url())
    yield address._replace(netloc=f"{name}:{name}@{address.hostname}:{address.port}").geturl()
    sql(databases.url(), f"DROP OWNED BY {name}")
    sql(databases.url(), f"DROP ROLE {name}")


def test_a_role_that_may_only_read_serves_what_is_finished(role: str) -> None:
    game, ann, _ = finished()
    before = answers(game, [ann])
    forget()

    with replicated(role), counted() as results:
        assert answers(game, [ann]) == before

    assert set(results) == {"served"}
    for statement in ("UPDATE games_position SET version = 1", "SELECT 1 FROM accounts_token"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            sql(role, statement)

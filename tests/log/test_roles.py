"""The service's own role on PostgreSQL: it plays, and cannot get at the log of what was played."""

import secrets
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.log.models import Move
from tests import databases
from tests.players import guest, play_out, seated

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no roles", allow_module_level=True)


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def role(transactional_db: None) -> Iterator[str]:
    """A role without any right yet; its password is its name."""
    name = f"player_{secrets.token_hex(6)}"
    execute(f"CREATE ROLE {name} LOGIN PASSWORD '{name}'")
    yield name
    execute(f"DROP OWNED BY {name}")
    execute(f"DROP ROLE {name}")


@pytest.fixture
def granted(role: str) -> str:
    call_command("grant_application_role", role, verbosity=0)
    return role


def url_of(role: str) -> str:
    address = urlsplit(databases.url())
    return address._replace(netloc=f"{role}:{role}@{address.hostname}:{address.port}").geturl()


FORBIDDEN = [
    "UPDATE games_move SET seat = seat WHERE false",
    "DELETE FROM games_move WHERE false",
    "TRUNCATE games_game CASCADE",
    "INSERT INTO games_move TABLE games_move ON CONFLICT (game_id, number) DO UPDATE SET seat = 0",
    "MERGE INTO games_move USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE",
    "SELECT 1 FROM games_move FOR UPDATE",
    "ALTER TABLE games_move DISABLE TRIGGER ALL",
    "DROP TABLE games_move",
    "CREATE RULE forged AS ON INSERT TO games_move DO INSTEAD NOTHING",
    "CREATE TRIGGER forged BEFORE INSERT ON games_move EXECUTE FUNCTION games_refuse_change()",
    "DROP FUNCTION games_refuse_change() CASCADE",
    "CREATE TABLE forged (game_id bigint REFERENCES games_game ON DELETE CASCADE)",
    "SET session_replication_role = replica",
    "SET ROLE gofish",
    "UPDATE django_migrations SET name = 'forged'",
    "DELETE FROM games_archivedgame",
]


FORBIDDEN_TO_ARCHIVE = [
    "UPDATE games_move SET command = 'forged'",
    "UPDATE games_position SET version = 1",
    "DELETE FROM games_archivedgame",
    "SELECT 1 FROM accounts_user",
    "SET session_replication_role = replica",
]


@pytest.mark.parametrize(
    ("command", "forbidden"),
    [("grant_application_role", FORBIDDEN), ("grant_archive_role", FORBIDDEN_TO_ARCHIVE)],
)
def test_a_role_is_refused_what_it_need_not(role: str, command: str, forbidden: list[str]) -> None:
    guest().create()
    before = list(Move.objects.values_list())
    call_command(command, role, verbosity=0)

    with psycopg.connect(url_of(role), autocommit=True) as session:
        for statement in forbidden:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(statement.encode())

    assert list(Move.objects.values_list()) == before


def test_every_request_of_a_player_is_within_the_rights_of_the_role(granted: str) -> None:
    with databases.using(url_of(granted)):
        game, *players = seated(3)
        play_out(game, players, Random(1))
        ann = players[0]
        answers = [
            ann.get(path)
            for path in ("/me", "/games", f"/games/{game}", f"/games/{game}/moves", "/tokens")
        ]

        assert {answer.status_code for answer in answers} == {200}
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            assert cursor.fetchone() == (granted,)


def test_what_was_granted_by_hand_is_taken_back(granted: str) -> None:
    before = rights(granted)
    execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {granted}")
    execute(f"GRANT UPDATE (command) ON games_move TO {granted}")
    execute(f"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO {granted}")

    call_command("grant_application_role", granted, verbosity=0)
    execute("CREATE TABLE made_later ()")
    after = rights(granted)
    execute("DROP TABLE made_later")

    assert after == before


@pytest.mark.parametrize(
    ("make_unfit", "complaint"),
    [
        pytest.param("ALTER ROLE {role} SUPERUSER", "superuser", id="a superuser"),
        pytest.param("GRANT gofish TO {role}", "owner", id="a member of the owner"),
        pytest.param(
            "GRANT SET ON PARAMETER session_replication_role TO {role}",
            "session_replication_role",
            id="one who may skip triggers",
        ),
    ],
)
def test_a_role_that_could_open_the_log_is_refused(
    role: str, make_unfit: str, complaint: str
) -> None:
    execute(make_unfit.format(role=role))

    try:
        with pytest.raises(CommandError, match=complaint):
            call_command("grant_application_role", role)
    finally:
        execute("ALTER TABLE games_seat OWNER TO CURRENT_USER")


def rights(role: str) -> list[tuple[object, ...]]:
    """Return every right of the role on every table and column."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, '', privilege_type"
            " FROM information_schema.role_table_grants WHERE grantee = %s"
            " UNION SELECT table_name, column_name, privilege_type"
            " FROM information_schema.role_column_grants WHERE grantee = %s"
            " ORDER BY 1, 2, 3",
            [role, role],
        )
        return list(cursor.fetchall())

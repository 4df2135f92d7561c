"""The service's own role on PostgreSQL: it plays, and cannot get at the log of what was played."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from games.models import Move
from tests import databases
from tests.faults.clients import Crowd
from tests.faults.logs import assert_whole
from tests.faults.processes import serving
from tests.games import archives
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
    "UPDATE games_move SET command = 'forged'",
    "UPDATE games_move SET seat = seat WHERE false",
    "DELETE FROM games_move",
    "DELETE FROM games_move WHERE false",
    "TRUNCATE games_move",
    "TRUNCATE games_game CASCADE",
    "TRUNCATE games_storedanswer",
    "INSERT INTO games_move TABLE games_move ON CONFLICT (game_id, number) DO UPDATE SET seat = 0",
    "MERGE INTO games_move USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE",
    "SELECT 1 FROM games_move FOR UPDATE",
    "BEGIN; LOCK TABLE games_move IN ACCESS EXCLUSIVE MODE",
    "ALTER TABLE games_move DISABLE TRIGGER games_move_append_only",
    "ALTER TABLE games_move DISABLE TRIGGER ALL",
    "ALTER TABLE games_move RENAME TO games_moved",
    "DROP TRIGGER games_move_append_only ON games_move",
    "DROP TABLE games_move",
    "CREATE RULE forged AS ON INSERT TO games_move DO INSTEAD NOTHING",
    "CREATE TRIGGER forged BEFORE INSERT ON games_move EXECUTE FUNCTION games_refuse_change()",
    "ALTER FUNCTION games_refuse_change() RENAME TO games_allow_change",
    "DROP FUNCTION games_refuse_change() CASCADE",
    "CREATE TABLE forged (game_id bigint REFERENCES games_game ON DELETE CASCADE)",
    "SET session_replication_role = replica",
    "SET ROLE gofish",
    "UPDATE django_migrations SET name = 'forged'",
    "INSERT INTO games_archivedgame TABLE games_archivedgame",
    "DELETE FROM games_archivedgame",
    "UPDATE games_archivedictionary SET data = data",
    "INSERT INTO games_archivedictionary TABLE games_archivedictionary",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_role_is_refused(granted: str, statement: str) -> None:
    guest().create()
    before = list(Move.objects.values_list())

    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(url_of(granted), autocommit=True) as session, refused:
        session.execute(statement.encode())

    assert list(Move.objects.values_list()) == before


@pytest.mark.slow
def test_a_server_with_the_role_plays_whole_games(granted: str, tmp_path: Path) -> None:
    with serving(tmp_path, settings={"DATABASE_URL": url_of(granted)}) as [server]:
        crowd = Crowd(server.port, [(guest(), guest())], seed=1)
        crowd.start()
        crowd.finish()

    assert_whole(crowd.acknowledged, all_over=True)


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


def test_the_first_administrator_is_made_with_the_role(granted: str) -> None:
    chief = {"DJANGO_SUPERUSER_USERNAME": "Chief", "DJANGO_SUPERUSER_PASSWORD": "herrings-swim"}

    with databases.using(url_of(granted)), pytest.MonkeyPatch.context() as patch:
        for name, value in chief.items():
            patch.setenv(name, value)
        call_command("createsuperuser", "--noinput", verbosity=0)

    assert User.objects.get(username="Chief").is_superuser


def test_granting_again_changes_nothing(granted: str) -> None:
    before = rights(granted)

    call_command("grant_application_role", granted, verbosity=0)

    assert rights(granted) == before


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
        pytest.param("ALTER TABLE games_seat OWNER TO {role}", "owns", id="an owner of a table"),
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


def test_a_role_that_does_not_exist_is_refused_in_words() -> None:
    with pytest.raises(CommandError, match="CREATE ROLE nobody_yet"):
        call_command("grant_application_role", "nobody_yet")


FORBIDDEN_TO_ARCHIVE = [
    "UPDATE games_move SET command = 'forged'",
    "INSERT INTO games_move TABLE games_move",
    "TRUNCATE games_move",
    "UPDATE games_position SET version = 1",
    "SELECT 1 FROM games_position FOR UPDATE",
    "UPDATE games_archivedgame SET moves = 1",
    "DELETE FROM games_archivedgame",
    "DELETE FROM games_archivedictionary",
    "SELECT 1 FROM accounts_user",
    "SELECT 1 FROM disputes_words",
    "ALTER TABLE games_move DISABLE TRIGGER ALL",
    "ALTER FUNCTION games_refuse_removal() OWNER TO CURRENT_USER",
    "SET session_replication_role = replica",
]


@pytest.fixture
def archivist(role: str) -> str:
    call_command("grant_archive_role", role, verbosity=0)
    return role


@pytest.mark.parametrize("statement", FORBIDDEN_TO_ARCHIVE)
def test_the_role_that_archives_is_refused(archivist: str, statement: str) -> None:
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(url_of(archivist), autocommit=True) as session, refused:
        session.execute(statement.encode())


def test_the_role_archives_and_the_services_role_restores(granted: str) -> None:
    game = archives.finished()[0]
    moves = archives.stored(game)
    other = f"archive_{secrets.token_hex(6)}"
    execute(f"CREATE ROLE {other} LOGIN PASSWORD '{other}'")
    try:
        call_command("grant_archive_role", other, verbosity=0)

        with databases.using(url_of(granted)), pytest.raises(CommandError, match="archive_role"):
            archives.run()
        with databases.using(url_of(other)):
            assert "Games archived: 1." in archives.run()
        with databases.using(url_of(granted)):
            assert archives.stored(game) == moves
            assert not archives.is_in_log(game)
            call_command("restore_games", game, verbosity=0)

        assert archives.is_in_log(game)
        assert archives.stored(game) == moves
    finally:
        execute(f"DROP OWNED BY {other}")
        execute(f"DROP ROLE {other}")


FORGED = """
CREATE TEMP TABLE games_archivedgame (game_id bigint, moves integer, digest bytea);
INSERT INTO games_archivedgame SELECT game_id, version, digest FROM games_position
"""


@pytest.mark.parametrize(
    "before", ["", FORGED], ids=["a game that is in the log", "a forged archive"]
)
def test_the_role_that_archives_deletes_no_other_move(archivist: str, before: str) -> None:
    game = archives.finished()[0]

    refused = pytest.raises(psycopg.errors.IntegrityError, match="append-only")
    with psycopg.connect(url_of(archivist), autocommit=True) as session:
        if before:
            session.execute(before.encode())
        with refused:
            session.execute("DELETE FROM games_move")

    assert archives.is_in_log(game)


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

"""Finished games are read from a replica, and no reader notices: PostgreSQL only."""

import re
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import InternalError, OperationalError, connection, connections
from django.test.utils import CaptureQueriesContext

from games.log import heads, reader, replica
from games.log.reader import LoggedMove
from games.log.replica import ALIAS
from games.models import Position
from games.services.analyses import records
from tests import databases, postgres
from tests.copies import copy
from tests.disputes import desk
from tests.faults.clients import send
from tests.games.archives import archive, finished
from tests.games.test_archiving import forget
from tests.meanwhile import Meanwhile
from tests.patience import eventually
from tests.players import Player, seated, seated_by_requests
from tests.replicas import counted, replicated
from tests.tables import number_of
from tests.test_metrics import scraped, serving, value

pytestmark = pytest.mark.usefixtures("transactional_db")

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no replicas", allow_module_level=True)


def first_reads(game: str, *readers: Player) -> list[bytes]:
    """Return what the API answers about a finished game, without what the process remembers."""
    forget()
    middle = Position.objects.get(pk=number_of(game)).version // 2
    paths = (
        f"/moves?limit={middle}",
        f"/moves?after={middle}&limit=500",
        f"/replay?at={middle}",
        f"/replay?at={middle}&seat=0",
        f"/knowledge?at={middle}&seat=0",
        "/transcript",
    )
    found = [each.get(f"/games/{game}{path}") for path in paths for each in readers]
    found += [each.post("/games/export", {"ids": [game]}) for each in readers]
    assert {answer.status_code for answer in found} == {200}
    return [answer.content for answer in found]


def sql(address: str, statement: str) -> Any:
    """Execute a statement on the database at an address; return its first row, if any."""
    with psycopg.connect(address, autocommit=True) as session:
        found = session.execute(statement.encode())
        return found.fetchone() if found.description else None


def resigned() -> tuple[Any, ...]:
    """Return a short finished game, and its players."""
    game, ann, bob = seated(2)
    assert ann.post(f"/games/{game}/resign").status_code == 200
    return game, ann, bob


def transcript(game: str) -> bytes:
    answer = Player().get(f"/games/{game}/transcript")
    assert answer.status_code == 200
    content: bytes = answer.content
    return content


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


def sql_of_replica(statement: str) -> Any:
    """Execute a statement on the service's connection to the replica; return its first value."""
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


MOVES = re.compile(r'FROM "?games_move"?( AS move)?\s+WHERE')


def of_moves(captured: CaptureQueriesContext) -> list[str]:
    """Return the statements that read more moves than the last one with the head of a log."""
    return [query["sql"] for query in captured if MOVES.search(query["sql"])]


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try the replica again at once after a failure."""
    monkeypatch.setattr(replica, "PAUSE_SECONDS", 0.0)


def test_a_role_that_may_only_read_serves_what_is_finished(role: str) -> None:
    game, ann, _ = finished()
    with CaptureQueriesContext(connection) as alone:
        before = first_reads(game, ann, Player())
        record = records.of_game(number_of(game))
    assert of_moves(alone)

    with replicated(role), counted() as results, CaptureQueriesContext(connection) as served:
        assert first_reads(game, ann, Player()) == before
        assert records.of_game(number_of(game)) == record
    assert not of_moves(served)
    archive(game)
    with replicated(role), counted() as of_archive:
        assert first_reads(game, ann, Player()) == before
        user = sql_of_replica("SELECT current_user")

    assert set(results) == set(of_archive) == {"served"}
    assert user == urlsplit(role).username


@pytest.mark.slow
def test_a_server_reads_from_the_replica_and_counts_what_its_helper_read(
    role: str, tmp_path: Path
) -> None:
    game, ann, _ = resigned()

    with serving(tmp_path, "serve", REPLICA_URL=role) as (server, metrics):
        answer = send(server.port, ann.secret, "GET", f"/games/{game}/transcript")
        shown = scraped(metrics)

    assert answer.status == 200
    assert value(shown, "gofish_replica_reads_total", result="served") == 1
    assert value(shown, "gofish_replica_reads_total", result="failed") == 0


REFUSED = [
    "INSERT INTO games_move TABLE games_move",
    "UPDATE games_position SET version = 1",
    "DELETE FROM games_archivedgame",
    "SELECT 1 FROM games_position FOR UPDATE",
    "CREATE TABLE forged ()",
    "SELECT 1 FROM accounts_user",
    "SELECT 1 FROM accounts_token",
]


@pytest.mark.parametrize("statement", REFUSED)
def test_the_role_may_do_nothing_else(role: str, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sql(role, statement)


def test_nothing_is_written_there_with_a_role_that_may_write() -> None:
    with replicated(databases.url()):
        for statement in REFUSED[:3]:
            with pytest.raises(InternalError, match="read-only transaction"):
                sql_of_replica(statement)


def test_a_game_that_runs_is_read_from_the_writer() -> None:
    game, *players = seated_by_requests(2)
    nothing = "postgresql://missing@127.0.0.1:1/nothing"

    with replicated(nothing), counted() as results:
        for path in ("", "/state", "/moves", "/replay?at=6"):
            assert players[0].get(f"/games/{game}{path}").status_code == 200

    assert results == {}


def test_the_end_of_a_game_is_not_asked_for() -> None:
    game, ann, _ = resigned()
    version = ann.state(game)["version"]

    with replicated(databases.url()), counted() as results:
        page = ann.get(f"/games/{game}/moves?after={version}").json()

    assert page == {"game": game, "version": version, "moves": []}
    assert results == {}


# What no hot standby can be: a statement for one game of a copy.
DIFFERENCES = {
    "it lacks the game": "DELETE FROM games_position WHERE",
    "it has an older version": "UPDATE games_position SET version = version - 1 WHERE",
    "it has another game": "UPDATE games_position SET digest = sha256(digest) WHERE",
    "it lacks a move": "DELETE FROM games_move WHERE number = 4 AND",
    "it lacks the first moves": "DELETE FROM games_move WHERE number < 4 AND",
    "it lacks the last move": "DELETE FROM games_move WHERE events LIKE '%game_over%' AND",
    "it lacks all moves": "DELETE FROM games_move WHERE",
}


def test_a_log_that_is_not_the_writers_is_not_shown() -> None:
    game = resigned()[0]
    games = copy(game, len(DIFFERENCES))
    paths = ("/moves", "/replay?at=7", "/transcript")

    def read(each: str) -> list[bytes]:
        forget()
        return [Player().get(f"/games/{each}{path}").content for path in paths]

    with databases.scratch() as address:
        for each, change in zip(games, DIFFERENCES.values(), strict=True):
            unguarded = f"SET session_replication_role = replica; {change} game_id ="
            sql(address, f"{unguarded} {number_of(each)}")
        before = {each: read(each) for each in games}
        for each, difference in zip(games, DIFFERENCES, strict=True):
            with replicated(address), counted() as results:
                assert read(each) == before[each], difference
            assert results == {"behind": len(paths)}, difference
        with replicated(address), counted() as results:
            read(game)

    assert results == {"served": len(paths)}


def test_a_move_that_cannot_be_read_there_is_read_from_the_writer() -> None:
    game = resigned()[0]
    before = Player().get(f"/games/{game}/moves").json()

    with databases.scratch() as address:
        damage = "SET session_replication_role = replica; UPDATE games_move SET events = '[{]'"
        sql(address, damage)
        with replicated(address), counted() as results:
            assert Player().get(f"/games/{game}/moves").json() == before

    assert results == {"behind": 1}


def at_port(port: int) -> str:
    return urlsplit(databases.url())._replace(netloc=f"gofish:x@127.0.0.1:{port}").geturl()


def elsewhere(name: str) -> str:
    return urlsplit(databases.url())._replace(path=f"/{name}").geturl()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        pytest.param(lambda: at_port(1), "refused", id="no server is there"),
        pytest.param(
            lambda: at_port(urlsplit(databases.url()).port or 0), "password", id="wrong password"
        ),
        pytest.param(lambda: elsewhere("missing"), "does not exist", id="no such database"),
        pytest.param(lambda: elsewhere("postgres"), "games_position", id="no such table"),
    ],
)
def test_without_the_replica_the_writer_is_read_and_the_replica_left_alone(
    address: Callable[[], str],
    reason: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = resigned()[0]
    before = transcript(game)

    def read() -> dict[str, int]:
        with counted() as results:
            assert transcript(game) == before
        return results

    with replicated(address()):
        assert [read(), read()] == [{"failed": 1}, {"skipped": 1}]
        monkeypatch.setattr(replica._breaker, "_retry_at", time.monotonic())
        assert read() == {"failed": 1}

    [logged] = [record for record in caplog.records if record.name == "games.log.replica"]
    assert reason in logged.getMessage() and "gofish:x" not in caplog.text


def test_one_thread_tries_again_while_the_others_read_from_the_writer(no_pause: None) -> None:
    breaker = replica._CircuitBreaker()
    assert breaker.may_try() and breaker.may_try()

    breaker.open(OperationalError("gone"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replica, "PAUSE_SECONDS", 100.0)
        assert [breaker.may_try() for _ in range(3)] == [True, False, False]
    breaker.close()

    assert breaker.may_try() and breaker.may_try()


FAILURES = {
    "the server goes": "SELECT pg_terminate_backend(pg_backend_pid())",
    "a row is needed that recovery removes": """
        DO $$ BEGIN
            RAISE EXCEPTION 'canceling statement due to conflict with recovery'
            USING ERRCODE = 'serialization_failure';
        END $$""",
    "a statement takes too long": "SELECT pg_sleep(9)",
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_read_that_fails_in_its_middle_begins_again_on_the_writer(
    failure: str, no_pause: None
) -> None:
    game = resigned()[0]
    before = Player().get(f"/games/{game}/moves").content

    with replicated(databases.url(), options="-c statement_timeout=50"), counted() as results:
        session = connections[ALIAS]
        fail = Meanwhile(2, lambda: sql_of_replica(FAILURES[failure]))
        with session.execute_wrapper(fail):
            assert Player().get(f"/games/{game}/moves").content == before
        assert fail.has_happened
        assert Player().get(f"/games/{game}/moves").content == before

    assert results == {"failed": 1, "served": 1}


def test_a_connection_that_was_closed_is_replaced(no_pause: None) -> None:
    game = resigned()[0]
    before = transcript(game)

    with replicated(databases.url()), counted() as results:
        assert transcript(game) == before
        connections[ALIAS].connection.close()
        assert transcript(game) == before
        assert transcript(game) == before

    assert results == {"served": 2, "failed": 1}


def test_after_the_failure_of_one_thread_the_others_replace_their_connections(
    no_pause: None,
) -> None:
    game = resigned()[0]
    before = transcript(game)

    with replicated(databases.url()), counted() as results:
        assert transcript(game) == before
        connections[ALIAS].connection.close()  # as a restart of the replica does to each thread
        replica._breaker.open(OperationalError("another thread saw it"))
        assert transcript(game) == before

    assert results == {"served": 2}


def test_a_process_that_is_slow_itself_does_not_take_the_replica_for_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    head = heads.load(number_of(resigned()[0]))
    monkeypatch.setattr(replica, "MOST_SECONDS", 0.1)

    def moves(using: str) -> Iterator[LoggedMove]:
        yield from reader.read(head.game_id, using=using)
        time.sleep(0.3)

    with replicated(databases.url()), counted() as results:
        for _ in range(2):
            found = [*replica.read(head.finished, moves, first=1, last=head.version)]

    assert len(found) == head.version
    assert results == {"served": 2}


@pytest.mark.slow
def test_a_hot_standby_serves_games_once_it_has_them(
    monkeypatch: pytest.MonkeyPatch, no_pause: None
) -> None:
    old, ann, _ = resigned()
    with postgres.server(primary=databases.url()) as standby:

        def read(game: str) -> str:
            """Read a game with and without the replica; return what became of the read."""
            alone = transcript(game)
            with replicated(standby.url), counted() as results:
                assert transcript(game) == alone
            [result] = results
            return result

        def caught_up() -> None:
            [end] = sql(databases.url(), "SELECT pg_current_wal_insert_lsn()")
            eventually(lambda: sql(standby.url, f"SELECT pg_last_wal_replay_lsn() >= '{end}'")[0])

        assert read(old) == "served"

        sql(standby.url, "SELECT pg_wal_replay_pause()")
        new = resigned()[0]
        archive(old)
        assert read(new) == "behind"
        assert read(old) == "served"  # from its log, which the writer has no more
        desk.rule(desk.file(ann, old), desk.reviewer(), "annulled")
        assert read(old) == "behind"

        sql(standby.url, "SELECT pg_wal_replay_resume()")
        caught_up()
        assert read(new) == read(old) == "served"

        with replicated(standby.url), counted() as results:
            before = transcript(old)
            standby.send(signal.SIGSTOP)
            with monkeypatch.context() as hurried:
                hurried.setattr(replica, "MOST_SECONDS", 0.2)
                assert transcript(old) == before
            standby.send(signal.SIGCONT)
            assert transcript(old) == before
            standby.stop(postgres.IMMEDIATE)
            assert transcript(old) == before
            standby.start()
            assert transcript(old) == before
        assert results == {"served": 3, "failed": 2}

"""Execute only the SQL statements of an ask, as an upper bound for the service.

On PostgreSQL pgbench sends them in six round trips; on SQLite a loop in this process executes them.

They are the statements of an earlier version, as text: a yardstick that does not move with the
code, so that the figures of all versions can be compared.
"""

import re
import sqlite3
import subprocess
import time
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connection
from django.utils import timezone

from accounts.credentials import bearers
from bench.clients import CLIENTS, Load
from bench.scripted import Script, play
from games.log.models import Game, Move, Position, Seat
from tests.postgres import programs

ANSWER_BYTES = 250  # compressed

_BEARER = """
SELECT token.id, token.user_id, account.is_bot, token.scopes, token.last_used_at > %s,
    token.revoked_at IS NOT NULL, token.expires_at <= %s, account.is_active,
    account.suspended_until > %s, NULL
FROM accounts_token AS token JOIN accounts_user AS account ON account.id = token.user_id
WHERE token.digest = %s"""
_HEAD_COLUMNS = """
    position.version, position.digest, position.state, game.rules, game.seed, seat.number,
    game.is_private, game.has_spectators, CAST(position.deadline AS text)"""
_HEAD_TABLES = """
FROM games_position AS position
JOIN games_game AS game ON game.id = position.game_id
LEFT JOIN games_seat AS seat ON seat.game_id = position.game_id AND seat.account_id = %s"""
_HEAD = f"SELECT {_HEAD_COLUMNS} {_HEAD_TABLES} WHERE position.game_id = %s"
_HEAD_LOCKED = f"""
SELECT {_HEAD_COLUMNS}, before.version {_HEAD_TABLES}
JOIN games_position AS before ON before.game_id = position.game_id
WHERE position.game_id = %s FOR UPDATE OF position"""
_MOVE = """
INSERT INTO games_move (game_id, number, seat, schema, command, events, at, digest)
SELECT %s, %s, %s, %s, %s, %s, %s, %s"""
_POSITION = """
UPDATE games_position SET version = %s, digest = %s, state = %s, deadline = %s WHERE game_id = %s"""
_STORE = """
INSERT INTO games_storedanswer
    (account_id, key, fingerprint, status, headers, body, dictionary, at)
SELECT %s, %s, %s, %s, '{}', %s, %s, %s"""
_NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify('game_moved', '1:1')"

_PGBENCH = """\
\\set game :client_id + 1
\\set n :n + 1
{bearer};
\\startpipeline
BEGIN;
{head};
\\endpipeline
{insert};
{update};
{store};
\\startpipeline
COMMIT;
{notify};
\\endpipeline
"""


class BareSql:
    """Copies of a game, one for each client, in which the same ask is repeated."""

    def __init__(self, script: Script) -> None:
        """Make the first ask of a new game, and copy the game for each client."""
        play(script, 1)
        account_id = Seat.objects.get(game_id=script.id, number=script.asks[0].seat).account_id
        assert account_id is not None  # people play here
        self._statements = _statements(script, account_id)
        self._rounds = 0
        for number in range(1, CLIENTS + 1):
            _copy(script.id, number)

    def run(self, *, seconds: int) -> Load:
        """Repeat the statements for ``seconds``."""
        self._rounds += 1
        first = self._rounds * 1_000_000
        if connection.vendor == "postgresql":
            return _pgbench(self._statements, first=first, seconds=seconds)
        return _loop(self._statements, first=first, seconds=seconds)


def _pgbench(statements: dict[str, str], *, first: int, seconds: int) -> Load:
    settings = connection.settings_dict
    with TemporaryDirectory(prefix="gofish-pgbench-") as name:
        folder = Path(name)
        (folder / "ask.sql").write_text(_PGBENCH.format(**statements))
        done = subprocess.run(
            [
                programs() / "pgbench",
                *("--no-vacuum", "--protocol=prepared", "--file=ask.sql", "--log"),
                *(f"--client={CLIENTS}", f"--time={seconds}", f"--define=n={first}"),
                *(f"--host={settings['HOST']}", f"--port={settings['PORT']}"),
                *(f"--username={settings['USER']}", settings["NAME"]),
            ],
            cwd=folder,
            env={"PGPASSWORD": str(settings["PASSWORD"])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.returncode, done.stderr
        latencies = [
            int(line.split()[2]) / 1e6  # written in microseconds
            for log in folder.glob("pgbench_log.*")
            for line in log.read_text().splitlines()
        ]
    return Load(seconds, latencies)


def _loop(statements: dict[str, str], *, first: int, seconds: int) -> Load:
    latencies: list[float] = []
    database = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    end, number = time.perf_counter() + seconds, first
    while (began := time.perf_counter()) < end:
        number += 1
        variables = {"game": 1, "n": number}
        database.execute(statements["bearer"], variables).fetchone()
        database.execute("BEGIN IMMEDIATE")
        database.execute(statements["head"], variables).fetchone()
        for name in ("insert", "update", "store"):
            database.execute(statements[name], variables)
        database.execute("COMMIT")
        latencies.append(time.perf_counter() - began)
    database.close()
    return Load(seconds, latencies)


def _statements(script: Script, account_id: int) -> dict[str, str]:
    """Return the statements of an ask by name, with the variables ``:game`` and ``:n``."""
    move = Move.objects.filter(game_id=script.id).latest("number")
    state = _text(Position.objects.get(pk=script.id).state)
    command, events = _text(move.command), _text(move.events)
    now, yesterday = _time(timezone.now()), _time(timezone.now() - timedelta(days=1))
    digest, token = _bytes(bytes(move.digest)), _bytes(bearers.digest(script.tokens[0]))
    key = "'k' || CAST(:game AS text) || '-' || CAST(:n AS text)"
    body = _bytes(b" " * ANSWER_BYTES)
    game, number, account = ":game", ":n", str(account_id)
    schema = str(move.schema)
    head = _HEAD_LOCKED if connection.vendor == "postgresql" else _HEAD
    return {
        "bearer": _fill(_BEARER, yesterday, now, now, token),
        "head": _fill(head, account, game),
        "insert": _fill(_MOVE, game, number, "0", schema, command, events, now, digest),
        "update": _fill(_POSITION, number, digest, state, "NULL", game),
        "store": _fill(_STORE, account, key, digest, "200", body, "1", now),
        "notify": _fill(_NOTIFY),
    }


def _copy(game_id: int, number: int) -> None:
    """Copy a game without its moves, with a small id."""
    game, position = Game.objects.get(pk=game_id), Position.objects.get(pk=game_id)
    seats = list(Seat.objects.filter(game_id=game_id))
    game.pk = position.pk = number
    position.deadline = position.check_at = None  # the referee must not act there
    game.save(force_insert=True)
    position.save(force_insert=True)
    for seat in seats:
        seat.pk, seat.game_id = None, number
        seat.save(force_insert=True)


def _fill(statement: str, *values: str) -> str:
    """Replace the parameters of a statement by values; return it on one line."""
    parts = " ".join(statement.split()).split("%s")
    return "".join(part + value for part, value in zip(parts, (*values, ""), strict=True))


def _text(text: str) -> str:
    # Both tools would replace `:name` in a string like a variable.
    return "'" + re.sub(r":(?=\w)", ": ", text.replace("'", "''")) + "'"


def _bytes(value: bytes) -> str:
    hexadecimal = value.hex()
    return (
        f"'\\x{hexadecimal}'::bytea" if connection.vendor == "postgresql" else f"x'{hexadecimal}'"
    )


def _time(value: datetime) -> str:
    text = f"'{connection.ops.adapt_datetimefield_value(value)}'"
    return text + "::timestamptz" if connection.vendor == "postgresql" else text

"""A process that archives or restores is killed at each step: nothing is lost, nothing is half."""

import subprocess
import sys

import pytest
from django.db import connection

from games.models import ArchivedGame, Move
from games.notify import postgresql
from tests import processes
from tests.games.archives import archive, finished, is_archived, is_in_log, stored
from tests.games.test_crashes import OTHER_SESSIONS, wait_until
from tests.tables import log_of

pytestmark = [pytest.mark.usefixtures("transactional_db"), pytest.mark.slow]

STEPS_OF_ARCHIVING = [
    pytest.param('SELECT "games_game"', id="with the game chosen"),
    pytest.param('SELECT "games_move"', id="with the log read"),
    pytest.param('INSERT INTO "games_archivedgame"', id="with the row written"),
    pytest.param('SELECT "games_archivedgame"', id="with the row looked for"),
    pytest.param('DELETE FROM "games_move"', id="with the moves deleted"),
    pytest.param("before COMMIT", id="before the commit"),
    pytest.param("after COMMIT", id="after the commit"),
]
STEPS_OF_RESTORING = [
    pytest.param('SELECT "games_archivedgame"', id="with the row read"),
    pytest.param('INSERT INTO "games_move"', id="with moves written"),
    pytest.param("before COMMIT", id="before the commit"),
    pytest.param("after COMMIT", id="after the commit"),
]


def kill(what: str, game: str, statement: str) -> None:
    """Let a process archive or restore a game, and kill it after a statement."""
    dying = subprocess.Popen(
        [sys.executable, "-m", "tests.games.dying_archive", what, game, statement],
        env=processes.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert dying.stdout is not None
    printed = dying.stdout.readline()
    dying.kill()
    _, errors = dying.communicate()
    assert printed == "stopped\n", errors
    if connection.vendor == "postgresql":
        postgresql.close()
        wait_until(f"SELECT 1 WHERE NOT EXISTS ({OTHER_SESSIONS})")


@pytest.mark.parametrize("statement", STEPS_OF_ARCHIVING)
def test_a_game_is_archived_or_as_it_was(statement: str) -> None:
    game = finished()[0]
    moves, log = stored(game), log_of(game)
    is_done = statement == "after COMMIT"

    kill("archive", game, statement)

    assert (is_archived(game), is_in_log(game)) == (is_done, not is_done)
    assert stored(game) == moves
    assert log_of(game) == log
    archive(game)
    assert (is_archived(game), is_in_log(game)) == (True, False)
    assert stored(game) == moves
    assert log_of(game) == log


@pytest.mark.parametrize("statement", STEPS_OF_RESTORING)
def test_a_game_is_restored_or_still_archived(statement: str) -> None:
    game = finished()[0]
    moves, log = stored(game), log_of(game)
    archive(game)
    row = ArchivedGame.objects.values_list().get()

    kill("restore", game, statement)

    assert is_in_log(game) == (statement == "after COMMIT")
    assert Move.objects.count() in (0, len(moves))
    assert stored(game) == moves
    assert log_of(game) == log
    assert ArchivedGame.objects.values_list().get() == row

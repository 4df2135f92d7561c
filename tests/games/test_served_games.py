"""Clients that use only the API play against a server process; the test reads its log meanwhile."""

import subprocess
import sys

import pytest

from games.engine import snapshot
from games.engine.codec import canonical
from tests import processes, tables
from tests.games.test_move_log import recomputed_digests
from tests.players import Player

pytestmark = pytest.mark.slow

SECONDS = 120


@pytest.mark.usefixtures("transactional_db")
def test_a_game_of_three_clients_leaves_a_log_that_replays_to_its_last_position() -> None:
    with processes.served() as server:
        game = play_with_three_bots(server)

    log = tables.log_of(game)
    assert log.position.is_over
    assert canonical(snapshot.write(log.position)) == canonical(snapshot.write(log.replayed))
    assert log.numbers == list(range(1, len(log.numbers) + 1))
    shown = [move["digest"] for move in Player().moves(game)]
    assert shown == [digest.hex() for digest in recomputed_digests(game)]


def play_with_three_bots(server: str) -> str:
    """Let one bot open a game and two join it; return its id when all have exited without an
    error.
    """
    bots = [bot(server, "--open", "--seats=3")]
    try:
        assert bots[0].stdout is not None
        game: str = bots[0].stdout.readline().removeprefix("Playing game ").strip()
        bots += [bot(server, f"--game={game}") for _ in range(2)]
        outputs = [each.communicate(timeout=SECONDS)[0] for each in reversed(bots)]
    finally:
        for each in bots:
            each.kill()
    assert [each.returncode for each in bots] == [0, 0, 0], outputs
    return game


def bot(server: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "examples/stream_bot.py", f"--server={server}", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )

"""The drill of a failover: two PostgreSQL servers, players, streams, and a primary that is lost.

docs/operations/failover.md says how to run it twenty times.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from django.db import connection

from games import ids
from games.log import heads
from games.models import Game, RatedGame, RatingTask
from tests import databases, postgres
from tests.faults.clients import Crowd, assert_says_when_to_come_again, send
from tests.faults.logs import assert_whole
from tests.faults.processes import Worker, environment, serving
from tests.patience import PATIENCE
from tests.players import Player, guest

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no standby", allow_module_level=True)

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("transactional_db")]

TABLES = 4
PLAY_SECONDS = 2.0
AWAY_SECONDS = 2.5
BACK_SECONDS = 10.0
"""Commands are accepted again this soon after the promotion."""
REFUSED_SECONDS = 2.0
BUSY_SECONDS = 1.0
"""What a busy machine of tests adds."""


class Reader(Thread):
    """Reads the stream of a game from its first move on, until it ends."""

    def __init__(self, port: int, player: Player, game: str) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.numbers: list[int] = []
        self.kinds: set[str] = set()
        self._url = f"http://127.0.0.1:{port}/api/v1/games/{game}/stream?after=0"
        self._headers = {"Authorization": f"Bearer {player.secret}"}

    def run(self) -> None:
        """Read it, as soon as the service lets it be opened."""
        while not self._has_read():
            time.sleep(0.1)

    def _has_read(self) -> bool:
        with httpx.stream("GET", self._url, headers=self._headers, timeout=PATIENCE) as answer:
            if answer.status_code == 503:
                return False
            assert answer.status_code == 200
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    self.kinds.add(value)
                elif name == "id":
                    self.numbers.append(int(value))
        return True


@contextmanager
def pair() -> Iterator[tuple[postgres.Server, postgres.Server, str]]:
    """Start a primary with a synchronous standby; yield both, and the URL with both hosts."""
    with postgres.server() as primary, postgres.server(primary=primary.url) as standby:
        alter(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        alter(primary, "SELECT pg_reload_conf()")
        first, second = urlsplit(primary.url), urlsplit(standby.url)
        both = f"{first.netloc},{second.netloc.rpartition('@')[2]}"
        url = first._replace(netloc=both, query="target_session_attrs=read-write")
        yield primary, standby, url.geturl()


def alter(server: postgres.Server, statement: str) -> None:
    with psycopg.connect(server.url, autocommit=True) as owner:
        owner.execute(statement.encode())


@pytest.mark.parametrize(
    ("fault", "drills"),
    [
        pytest.param(signal.SIGKILL, 1, id="killed"),
        pytest.param(signal.SIGSTOP, 1, id="hanging"),
        pytest.param(signal.SIGKILL, 20, id="killed often", marks=pytest.mark.nightly),
    ],
)
def test_a_failover_loses_and_doubles_nothing(
    fault: signal.Signals, drills: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for number in range(drills):
        folder = tmp_path / str(number)
        folder.mkdir()
        counts = drill(folder, fault, seed=number)
        request.node.user_properties.append(("counts", counts))


def drill(folder: Path, fault: signal.Signals, *, seed: int) -> str:
    """Lose the primary while eight clients play and four streams are open; promote the standby,
    and let the former primary come back.
    """
    with pair() as (primary, standby, url), ExitStack() as stack:
        with databases.using(primary.url):
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
            subprocess.run(migrate, env=os.environ | {"DATABASE_URL": primary.url}, check=True)
            tables = [(guest(), guest()) for _ in range(TABLES)]
        settings = {"DATABASE_URL": url, "STREAM_HEARTBEAT_SECONDS": "0.5"}
        [server] = stack.enter_context(serving(folder, settings=settings))
        referee = Worker(folder / "referee", environment(**settings), "referee")
        stack.callback(referee.kill)
        referee.start()
        crowd = Crowd(server.port, tables, seed=seed)
        crowd.start()
        time.sleep(PLAY_SECONDS)
        readers = [Reader(server.port, crowd.games[game][0], game) for game in crowd.games]
        for reader in readers:
            reader.start()
        time.sleep(PLAY_SECONDS / 2)

        primary.send(fault)
        refused = slowest_refusal(server.port, tables[0][0], readers[0].game)
        still_open = [reader for reader in readers if reader.is_alive() and reader.numbers]
        acknowledged = len(crowd.acknowledged)
        promoted = time.monotonic()
        alter(standby, "SELECT pg_promote()")
        while len(crowd.acknowledged) == acknowledged:
            crowd.check()
            assert time.monotonic() < promoted + PATIENCE, server.output()
            time.sleep(0.02)
        back = time.monotonic() - promoted
        primary.send(signal.SIGKILL)  # fenced
        primary.stop()
        primary.start()  # and back as a second primary, which no process may use
        time.sleep(PLAY_SECONDS)
        crowd.finish()
        for reader in readers:
            reader.join(PATIENCE)
        assert not referee.has_ended and not server.has_ended
        with databases.using(standby.url):
            moves = assert_whole(crowd.acknowledged, all_over=True)
            for reader in readers:
                version = heads.load(ids.from_text(reader.game) or 0).version
                assert reader.numbers == list(range(version + 1))
            wait_until_rated()
        with databases.using(primary.url):
            assert Game.objects.count() <= len(crowd.games)

    assert refused < REFUSED_SECONDS + BUSY_SECONDS
    assert back < BACK_SECONDS
    assert all("waiting" in reader.kinds for reader in still_open)
    for answer in crowd.unavailable:
        assert_says_when_to_come_again(answer)
    return f"{moves} moves, refused in {refused:.2f} s, back in {back:.2f} s, {crowd.counts}"


def slowest_refusal(port: int, player: Player, game: str) -> float:
    """Read a game again and again while there is no primary; return the longest wait."""
    slowest, until = 0.0, time.monotonic() + AWAY_SECONDS
    while time.monotonic() < until:
        began = time.monotonic()
        answer = send(port, player.secret or "", "GET", f"/games/{game}/state")
        slowest = max(slowest, time.monotonic() - began)
        assert answer.status == 503, answer
        time.sleep(0.05)
    return slowest


def wait_until_rated() -> None:
    """Wait until the rater has no task left; each game was rated at most once."""
    deadline = time.monotonic() + PATIENCE
    while RatingTask.objects.exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    rated = list(RatedGame.objects.values_list("game", flat=True))
    assert len(rated) == len(set(rated))

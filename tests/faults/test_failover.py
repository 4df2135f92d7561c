"""The drill of a failover: two PostgreSQL servers, players, streams, and a primary that is lost.

docs/operations/failover.md says what it shows.
"""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from django.db import connection

from games.log import head_reader, ids
from games.ratings.models import RatedGame, RatingTask
from tests import databases, postgres
from tests.faults.clients import Crowd, assert_says_when_to_come_again
from tests.faults.processes import Worker, environment, serving
from tests.faults.readers import assert_whole
from tests.players import Player, guest
from tests.servers import overriding
from tests.timeouts import PATIENCE, eventually

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no standby", allow_module_level=True)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

TABLES = 4
PLAY_SECONDS = 2.0
BACK_SECONDS = 30.0
"""Commands are accepted again this soon after the promotion, on a busy machine."""


class Pair(NamedTuple):
    """A primary and its synchronous standby, and the URL with both hosts."""

    primary: postgres.Server
    standby: postgres.Server
    url: str


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
def pair() -> Iterator[Pair]:
    """Start a primary with a synchronous standby."""
    with postgres.server() as primary, postgres.server(primary=primary.url) as standby:
        alter(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        alter(primary, "SELECT pg_reload_conf()")
        first, second = urlsplit(primary.url), urlsplit(standby.url)
        both = f"{first.netloc},{second.netloc.rpartition('@')[2]}"
        url = first._replace(netloc=both, query="target_session_attrs=read-write")
        yield Pair(primary, standby, url.geturl())


def alter(server: postgres.Server, statement: str) -> None:
    with psycopg.connect(server.url, autocommit=True) as owner:
        owner.execute(statement.encode())


def test_a_failover_loses_and_doubles_nothing(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Kill the primary while eight clients play and four streams are open.

    Promote the standby, and let the former primary come back as a standby.
    """
    with ExitStack() as stack:
        primary, standby, url = stack.enter_context(pair())
        databases.copy_tables(primary.url)
        with databases.using(primary.url):
            tables = [(guest(), guest()) for _ in range(TABLES)]
        settings = {"DATABASE_URL": url} | overriding(STREAM_HEARTBEAT_SECONDS=0.5)
        [server] = stack.enter_context(serving(tmp_path, settings=settings))
        referee = Worker(tmp_path / "referee", environment(**settings), "referee")
        stack.callback(referee.kill)
        referee.start()
        crowd = Crowd(server.port, tables, seed=0)
        crowd.start()
        time.sleep(PLAY_SECONDS)
        readers = [Reader(server.port, crowd.games[game][0], game) for game in crowd.games]
        for reader in readers:
            reader.start()
        time.sleep(PLAY_SECONDS / 2)

        primary.send(signal.SIGKILL)
        wait_for(crowd, lambda: crowd.unavailable)
        still_open = [reader for reader in readers if reader.is_alive() and reader.numbers]
        wait_for(crowd, lambda: all("waiting" in reader.kinds for reader in still_open))
        acknowledged, promoted_at = len(crowd.acknowledged), time.monotonic()
        alter(standby, "SELECT pg_promote()")
        wait_for(crowd, lambda: len(crowd.acknowledged) > acknowledged)
        back = time.monotonic() - promoted_at
        primary.stop()
        primary.start(is_standby=True)  # before the new primary in the URL
        time.sleep(PLAY_SECONDS)
        crowd.finish()
        for reader in readers:
            reader.join(PATIENCE)
        assert not referee.has_ended and not server.has_ended
        with databases.using(standby.url):
            moves = assert_whole(crowd.acknowledged, all_over=True)
            for reader in readers:
                version = head_reader.load(ids.from_text(reader.game) or 0).version
                assert reader.numbers == list(range(version + 1))
            wait_until_rated()

    assert back < BACK_SECONDS
    for answer in crowd.unavailable:
        assert_says_when_to_come_again(answer)
    counts = f"{moves} moves, back in {back:.2f} s, {crowd.counts}"
    request.node.user_properties.append(("counts", counts))


def wait_for(crowd: Crowd, is_so: Callable[[], object]) -> None:
    """Wait until something is so, or a client has an unexpected error."""

    def look() -> object:
        crowd.check()
        return is_so()

    eventually(look, lambda: str(crowd.counts))


def wait_until_rated() -> None:
    """Wait until the rater has no task left; each game was rated at most once."""
    deadline = time.monotonic() + PATIENCE
    while RatingTask.objects.exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    rated = list(RatedGame.objects.values_list("game", flat=True))
    assert len(rated) == len(set(rated))

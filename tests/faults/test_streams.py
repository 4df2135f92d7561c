"""Streams whose readers reconnect at random, while servers are killed and PostgreSQL is stopped
under them.

`STREAMED_SEED` repeats one run's choices.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from tests import databases, postgres
from tests.faults.clients import Crowd
from tests.faults.processes import Server, serving
from tests.faults.readers import Reader, assert_whole
from tests.players import Player, guest
from tests.servers import overriding

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

SERVERS = 3
DOWN_SECONDS = 0.5
WAIT_SECONDS = 120.0
MOVES, LONGEST_LIFE = 150, 0.5
SEED = int(os.environ["STREAMED_SEED"])
UNLIMITED = {
    "RATES": "address=none,account=none",
    **overriding(STREAMS_PER_CALLER=10_000, STREAM_HEARTBEAT_SECONDS=2),
}


@contextmanager
def stoppable() -> Iterator[postgres.Server | None]:
    """Give the test a PostgreSQL server that it can stop; with SQLite, use the test's file."""
    if connection.vendor != "postgresql":
        yield None
        return
    with databases.own_server() as database:
        yield database


class Audience:
    """Readers of every game that crowds play: its players, and a spectator."""

    def __init__(self, servers: list[Server], crowds: list[Crowd]) -> None:
        self._ports = [server.port for server in servers]
        self._crowds = crowds
        self._threads = ThreadPoolExecutor(200, thread_name_prefix="reader")
        self._reading: dict[str, list[Future[Reader]]] = {}

    def come(self) -> None:
        """Start readers for new games, and raise unexpected errors of readers."""
        games = {game: players for crowd in self._crowds for game, players in crowd.games.items()}
        for game in games.keys() - self._reading.keys():
            self._reading[game] = [
                self._threads.submit(
                    Reader(self._ports, game, player, f"{SEED}-{game}-{seat}").read
                )
                for seat, player in enumerate((*games[game], Player()))
            ]
        for future in self._futures():
            if future.done():
                future.result()

    def leave(self) -> list[Reader]:
        """Wait until all readers are done and return them."""
        self.come()
        readers = [future.result(WAIT_SECONDS) for future in self._futures()]
        self._threads.shutdown()
        return readers

    def _futures(self) -> list[Future[Reader]]:
        return [future for futures in self._reading.values() for future in futures]


def made(crowds: list[Crowd]) -> int:
    """Return the number of acknowledged moves."""
    return sum(len(each.moves) for crowd in crowds for each in tuple(crowd.acknowledged))


def play_through_faults(
    servers: list[Server],
    crowds: list[Crowd],
    database: postgres.Server | None,
) -> tuple[list[Reader], Counter[str]]:
    """Let all play and read while servers are killed; stop the database half-way."""
    rng, faults, audience = Random(SEED), Counter[str](), Audience(servers, crowds)
    for crowd in crowds:
        crowd.start()
    is_to_stop = database is not None
    while (count := made(crowds)) < MOVES or is_to_stop:
        time.sleep(rng.uniform(0, LONGEST_LIFE))
        audience.come()
        if database is not None and is_to_stop and count > MOVES / 2:
            database.stop(postgres.IMMEDIATE)
            time.sleep(DOWN_SECONDS)
            database.start()
            faults["stops of the database"] += 1
            is_to_stop = False
        else:
            server = rng.choice(servers)
            server.kill()
            server.start()
            faults["kills"] += 1
        for crowd in crowds:
            crowd.check()
    for crowd in crowds:
        crowd.finish()
    return audience.leave(), faults


def test_every_reader_gets_every_move_once_in_order_and_redacted_for_them(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with stoppable() as database:
        tables = [(guest(), guest()) for _ in range(2)]
        connection.close()
        with serving(
            tmp_path, SERVERS, settings=UNLIMITED | {"DATABASE_URL": databases.url()}
        ) as servers:
            crowds = [
                Crowd(servers[0].port, tables[:1], SEED),
                Crowd(servers[1].port, tables[1:], SEED + 1),
            ]
            readers, faults = play_through_faults(servers, crowds, database)
        acknowledged = [each for crowd in crowds for each in crowd.acknowledged]
        count = assert_whole(acknowledged, all_over=True)
        for reader in readers:
            assert reader.moves == reader.player.moves(reader.game)

    assert count >= MOVES and faults["kills"]
    assert faults["stops of the database"] == (database is not None)
    counts = Counter({"moves": count, "readers": len(readers)}) + faults
    counts["moves read"] = sum(len(reader.moves) for reader in readers)
    for reader in readers:
        counts += reader.counts
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))
    for server in servers:
        output = server.output()
        assert "never retrieved" not in output and "Listening for moves failed" not in output
        # A request that lost its database is logged with a traceback.
        assert "Traceback" not in output or database is not None

"""Play games on several server processes while parts of them fail, and verify every log.

    python -m tests.postgres -- python -m bench.scale --games 1000

Two servers and a referee use the database of `DATABASE_URL`, with nginx, PgBouncer and Redis as in
`ops/` if they are installed. Clients with retries play over HTTP, a reader follows each game, and
some games are left to bots and the referee. A process or connection fails every second or two.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import UUID

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from tqdm import tqdm  # noqa: E402

from bench.breakage import Breakage  # noqa: E402
from games.log import ids  # noqa: E402
from games.log.models import Game, GameStatus, Move, StoredAnswer  # noqa: E402
from tests import proxies  # noqa: E402
from tests.faults.clients import Crowd  # noqa: E402
from tests.faults.processes import Server, Worker  # noqa: E402
from tests.faults.readers import (  # noqa: E402
    Reader,
    assert_whole,
)
from tests.players import guest  # noqa: E402

NO_LIMITS = (
    "address=none,account=none,registration=none,registration_tries=none,"
    "creation=none,creation_address=none,keys=none,keys_address=none"
)
LEFT_ALONE = {"preset": "classic", "seats": 3, "bots": ["random", "random"], "turn_seconds": 5}
"""A game whose player creates it and leaves: bots and the referee finish it."""
ONE_ALONE_IN = 20
PATIENCE = 300.0  # seconds


class Service(NamedTuple):
    """The processes of a service, and its public port."""

    port: int
    api: list[Server]
    referee: Worker
    around: list[str]


def main() -> None:
    """Play with faults, verify, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--tables", type=int, default=8, help="games at a time")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    options = parser.parse_args()
    if connection.vendor != "postgresql":
        parser.error("several machines need PostgreSQL: python -m tests.postgres -- ...")
    call_command("migrate", verbosity=0)
    with TemporaryDirectory(prefix="gofish-scale-") as folder, service(Path(folder)) as running:
        try:
            counts = play(running, options)
        except BaseException:
            for worker in (*running.api, running.referee):
                sys.stderr.write(f"{worker.output()[-20_000:]}\n")
            sys.stderr.write(f"seed {options.seed}\n")
            raise
    print(
        f"nginx, PgBouncer, Redis: {', '.join(running.around) or 'none of them'}; seed {options.seed}"
    )
    print(
        "Every log is valid, no move is lost or repeated, and every stream matches the log of its game."
    )
    width = max(map(len, counts))
    for what, count in counts.items():
        print(f"  {what:<{width}}  {count:>12,}")


@contextmanager
def service(folder: Path) -> Iterator[Service]:
    """Start everything, yield it, and stop it."""
    environment = os.environ | {"LOG_LEVEL": "WARNING", "RATES": NO_LIMITS, "PROXY_COUNT": "1"}
    around = []
    with ExitStack() as stack:
        if proxies.REDIS:
            environment["CACHE_URL"] = stack.enter_context(proxies.redis(folder))
            around.append("Redis")
        if proxies.PGBOUNCER:
            direct = environment["DATABASE_URL"]
            pooled = stack.enter_context(proxies.pgbouncer(folder, direct))
            environment |= {"DATABASE_URL": pooled, "DATABASE_LISTEN_URL": direct}
            environment["DATABASE_PREPARES"] = str(proxies.has_prepared_statements())
            around.append("PgBouncer")
        api = [Server(folder / f"api-{number}.log", environment) for number in (1, 2)]
        referee = Worker(folder / "referee.log", environment, "referee")
        for worker in (*api, referee):
            stack.callback(worker.kill)
            worker.start()
        port = api[0].port
        if proxies.NGINX:
            ports = [server.port for server in api]
            port = stack.enter_context(proxies.nginx(folder, api=ports))
            around.append("nginx")
        yield Service(port, api, referee, around)


def play(running: Service, options: argparse.Namespace) -> Counter[str]:
    """Play games with faults, verify every log, and return the counts."""
    rng = Random(options.seed)
    crowd = Crowd(running.port, [(guest(), guest()) for _ in range(options.tables)], options.seed)
    breakage = Breakage(api=running.api, referee=running.referee, rng=rng)
    alone: list[str] = []
    readers: dict[str, Future[Reader]] = {}
    began, log_began = time.monotonic(), _written()
    crowd.start()
    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(2 * options.tables))
        stack.callback(crowd.stop)  # stop the clients after a failure too
        bar = tqdm(total=options.games, unit="game", disable=None)
        while len(crowd.games) < options.games:
            breakage.strike()
            crowd.check()
            if len(alone) < len(crowd.games) // ONE_ALONE_IN:
                alone.append(_leave_alone(crowd, rng))
            _follow(running, crowd, readers, threads)
            bar.update(len(crowd.games) - bar.n)
        bar.close()
        crowd.finish()
        _follow(running, crowd, readers, threads)
        followed = [reader.result(PATIENCE) for reader in readers.values()]
    took, log_bytes = time.monotonic() - began, _written() - log_began
    _await_ends(alone)
    moves = assert_whole(crowd.acknowledged, all_over=True, unattended=alone)
    for reader in followed:
        digests = [move["digest"] for move in reader.moves]
        stored = Move.objects.filter(game__pk=_pk(reader.game)).order_by("number")
        logged = [bytes(digest).hex() for digest in stored.values_list("digest", flat=True)]
        assert digests == logged, f"{reader.game}: {digests} on the stream, {logged} in the log"
    counts = Counter({"games": Game.objects.count(), "moves, each verified": moves})
    counts["games left to bots and the referee"] = len(alone)
    counts["games followed from the first move to the last"] = len(followed)
    counts["seconds"] = round(took)
    counts.update(crowd.counts)
    for reader in followed:
        counts.update(reader.counts)
    counts.update(breakage.counts)
    counts["bytes of write-ahead log a move"] = round(log_bytes / moves)
    counts["bytes of a stored answer"] = _bytes_of_answers() // StoredAnswer.objects.count()
    return counts


def _leave_alone(crowd: Crowd, rng: Random) -> str:
    """Create a game whose only player leaves."""
    key = UUID(int=rng.getrandbits(128))
    opened = crowd.command(guest(), "/games", LEFT_ALONE, key)
    assert opened.status == 201, opened
    game: str = opened.json["game"]["id"]
    return game


def _follow(
    running: Service,
    crowd: Crowd,
    readers: dict[str, Future[Reader]],
    threads: ThreadPoolExecutor,
) -> None:
    """Start a reader for each new game."""
    for game, players in tuple(crowd.games.items()):
        if game not in readers:
            reader = Reader([running.port], game, players[0], seed=game)
            readers[game] = threads.submit(reader.read)


def _await_ends(alone: list[str]) -> None:
    """Wait until the referee has finished the games that were left alone."""
    deadline = time.monotonic() + PATIENCE
    keys = [_pk(game) for game in alone]
    while Game.objects.filter(pk__in=keys).exclude(status=GameStatus.OVER).exists():
        assert time.monotonic() < deadline, "games that were left alone did not end"
        time.sleep(0.5)


def _pk(game: str) -> int:
    number = ids.from_text(game)
    assert number is not None
    return number


def _written() -> int:
    """Return how many bytes of write-ahead log the server has written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint")
        written: int = cursor.fetchone()[0]
        return written


def _bytes_of_answers() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size(%s)", [StoredAnswer._meta.db_table])
        size: int = cursor.fetchone()[0]
        return size


if __name__ == "__main__":
    main()

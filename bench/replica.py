"""Measure what reads of finished games cost the writer, with and without a read replica.

    python -m tests.postgres -- python -m bench.replica

A client without a token reads each of many copies of a game once, over the WSGI application of this
process. The times are processor times: of this process, and of PostgreSQL's process for each of its
connections. The games are in the log first, then in the archive.
"""

import argparse
import os
import time
from pathlib import Path
from typing import NamedTuple

os.environ["RATES"] = "address=none,creation=none,exports=none"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
os.environ.setdefault("LOG_LEVEL", "WARNING")

import django
import psycopg

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, connections  # noqa: E402

from games.log import replay, replica  # noqa: E402
from games.models import Position  # noqa: E402
from tests import postgres  # noqa: E402
from tests.copies import copy  # noqa: E402
from tests.games.archives import finished, run  # noqa: E402
from tests.players import Player  # noqa: E402
from tests.replicas import replicated  # noqa: E402
from tests.tables import number_of  # noqa: E402

COLUMNS = ("writer", "service", "writer", "service", "replica")
WARM_UP = 30  # games that are read once more, before


class Cost(NamedTuple):
    """Microseconds of processor time that a read takes."""

    writer: float
    replica: float
    service: float


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    wanted = parser.parse_args()
    if connection.vendor != "postgresql":
        parser.error("SQLite has no replicas: python -m tests.postgres -- ...")
    call_command("migrate", verbosity=0)
    game = finished()[0]
    games = copy(game, wanted.games)
    last = Position.objects.get(pk=number_of(game)).version
    paths = (f"/replay?at={last}", f"/moves?limit={last}", "/transcript")
    with postgres.server(primary=os.environ["DATABASE_URL"]) as standby:
        print(
            f"{len(games)} games of {last} moves; microseconds of a read, alone and with a replica"
        )
        print(f"{'':26}" + "".join(f"{name:>9}" for name in COLUMNS))
        for place in ("log", "archive"):
            if place == "archive":
                run()
                wait_for(standby.url)
            for path in paths:
                alone = measured(games, path)
                with replicated(standby.url):
                    served = measured(games, path)
                print(
                    f"{f'{place}, {path}':26}{alone.writer:9.0f}{alone.service:9.0f}"
                    f"{served.writer:9.0f}{served.service:9.0f}{served.replica:9.0f}"
                )


def measured(games: list[str], path: str) -> Cost:
    """Read each game once; return the means."""
    player, pids = Player(), [backend("default")]
    if replica.ALIAS in connections.settings:
        pids.append(backend(replica.ALIAS))
    for game in games[:WARM_UP]:
        assert player.get(f"/games/{game}{path}").status_code == 200
    replay._checkpoints._kept.clear()
    begun, before = time.process_time(), [processor_time(pid) for pid in pids]
    for game in games:
        player.get(f"/games/{game}{path}")
    after, ended = [processor_time(pid) for pid in pids], time.process_time()
    spent = [(late - early) / len(games) for early, late in zip(before, after, strict=True)]
    return Cost(spent[0], sum(spent[1:]), (ended - begun) * 1e6 / len(games))


def backend(alias: str) -> int:
    """Return the process of PostgreSQL for a connection."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid: int = cursor.fetchone()[0]
        return pid


def processor_time(pid: int) -> float:
    """Return the processor time of a process in microseconds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1_000


def wait_for(address: str) -> None:
    """Wait until the standby has what the writer has."""
    with connection.cursor() as cursor, psycopg.connect(address, autocommit=True) as session:
        cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
        end = cursor.fetchone()
        while session.execute("SELECT pg_last_wal_replay_lsn() >= %s", end).fetchone() != (True,):
            time.sleep(0.1)


if __name__ == "__main__":
    main()

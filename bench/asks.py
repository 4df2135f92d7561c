"""Measure the hot path: asks and states over HTTP, beside their SQL alone and a view that does nothing.

    python -m tests.postgres --durable -- python -m bench.asks

Works on the database of `DATABASE_URL`. Starts granian as production has it, or `manage.py serve` on SQLite, and lets
eight clients play games whose asks are known beforehand. Rounds of all kinds take turns, so that a busy machine is
busy for all of them; what counts are the ratios.
"""

import argparse
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import NamedTuple

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from tqdm import tqdm  # noqa: E402

from bench import clients  # noqa: E402
from bench.bare_sql import BareSql  # noqa: E402
from bench.clients import Load  # noqa: E402
from bench.scripted import Script, scripts  # noqa: E402

KINDS = ("ask", "state", "not modified", "null view", "bare SQL")
GRANIAN = [
    *(sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--log-level", "error"),
    *("--workers", "2", "--blocking-threads", "2"),
]
SERVE = [sys.executable, "manage.py", "serve"]
API = [*GRANIAN, "gofish_api.wsgi:application"] if connection.vendor == "postgresql" else SERVE
NULL = [*GRANIAN, "bench.null_server:application"]
# Limits count, and never strike.
RATES = "address=100000000/min,account=100000000/min,registration=none"
TICKS = os.sysconf("SC_CLK_TCK")


class Server(NamedTuple):
    """A server's port and process."""

    port: int
    pid: int


class Round(NamedTuple):
    """One kind's turn: requests a second, seconds that 99 of 100 took, processor seconds a request."""

    rate: float
    p99: float
    server: float
    database: float


def main() -> None:
    """Print a table of medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=50, help="games of one round")
    options = parser.parse_args()
    rounds = measure(options)
    print(machine())
    print(table(rounds))


def machine() -> str:
    """Describe the machine."""
    with open("/proc/cpuinfo") as file:
        models = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    python = sys.version.partition(" ")[0]
    return f"{len(models)} cores of {models[0]}, Python {python}, load {load}"


def table(rounds: dict[str, list[Round]]) -> str:
    """Lay out the medians, and asks and states as parts of each yardstick in the same round."""
    lines = [f"{'':<14}{'a second':>10}{'p99 ms':>8}{'server ms':>11}{'database ms':>13}"]
    for kind, turns in rounds.items():
        rate, *seconds = (statistics.median(column) for column in zip(*turns, strict=True))
        p99, server, database = (1000 * part for part in seconds)
        lines.append(f"{kind:<14}{rate:>10.0f}{p99:>8.1f}{server:>11.2f}{database:>13.2f}")
    for kind in KINDS[:3]:
        for yardstick in KINDS[3:]:
            ratios = sorted(ratio(rounds[kind], rounds[yardstick]))
            span = f"{ratios[0]:.3f} to {ratios[-1]:.3f}"
            lines.append(f"{kind} / {yardstick}: {statistics.median(ratios):.3f}  ({span})")
    return "\n".join(lines)


def ratio(turns: Sequence[Round], yardstick: Sequence[Round]) -> Iterator[float]:
    """Yield the ratio of the rates, round by round."""
    return (a.rate / b.rate for a, b in zip(turns, yardstick, strict=True))


def measure(options: argparse.Namespace) -> dict[str, list[Round]]:
    """Let every kind have its turn in every round; the first round warms up and does not count."""
    call_command("migrate", verbosity=0)
    needed = options.games * (options.rounds + 1) + 1
    games = tqdm(scripts(needed, Random(9)), total=needed, desc="games", leave=False)
    prepared = iter(list(games))
    bare_sql = BareSql(next(prepared))
    results: dict[str, list[Round]] = {kind: [] for kind in KINDS}
    database = postmaster()
    with (
        serving(API, RATES=RATES, LOG_LEVEL="WARNING") as api,
        serving(NULL) as null,
    ):
        for _ in tqdm(range(options.rounds + 1), desc="rounds", leave=False):
            turns = turns_of(list(islice(prepared, options.games)), api, null, bare_sql)
            for kind, turn in turns.items():
                server = null if kind == "null view" else api
                results[kind].append(timed(turn, server.pid, database))
    return {kind: turns[1:] for kind, turns in results.items()}


def turns_of(
    games: Sequence[Script], api: Server, null: Server, bare_sql: BareSql
) -> dict[str, Callable[[], Load]]:
    """Return what there is to do in a round."""
    nothing = [[clients.request("POST", "/null", body=b"{}")] * 400] * 20
    return {
        "state": lambda: clients.run(api.port, states(games, {})),
        "not modified": lambda: clients.run(
            api.port, states(games, {"If-None-Match": "*"}), status=b"304"
        ),
        "ask": lambda: clients.run(api.port, asks(games)),
        "null view": lambda: clients.run(null.port, nothing),
        "bare SQL": lambda: bare_sql.run(seconds=3),
    }


def asks(games: Sequence[Script]) -> Iterator[list[bytes]]:
    """Yield all asks of each game."""
    for game in games:
        path = f"/api/v1/games/{game.game}/ask"
        yield [
            clients.request(
                "POST",
                path,
                token=game.tokens[ask.seat],
                body=ask.body,
                headers={"Idempotency-Key": f"{game.game}-{number}"},
            )
            for number, ask in enumerate(game.asks)
        ]


def states(games: Sequence[Script], headers: Mapping[str, str]) -> Iterator[list[bytes]]:
    """Yield readings of the state of each game."""
    for game in games:
        path = f"/api/v1/games/{game.game}/state"
        yield [clients.request("GET", path, token=game.tokens[0], headers=headers)] * 40


def timed(turn: Callable[[], Load], *processes: int) -> Round:
    """Have a turn, and see what it cost the server and the database."""
    before = [cpu(process) for process in processes]
    load = turn()
    server, database = (
        (cpu(process) - seconds) / len(load.latencies)
        for process, seconds in zip(processes, before, strict=True)
    )
    return Round(load.rate, load.quantile(0.99), server, database)


@contextmanager
def serving(command: Sequence[str], **environment: str) -> Iterator[Server]:
    """Run a server."""
    port = free_port()
    environ = {**os.environ, **environment}
    process = subprocess.Popen(
        [*command, "--port", str(port)], env=environ, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int) -> None:
    """Wait until somebody answers at a port.

    :raises TimeoutError: if nobody does in half a minute.
    """
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise TimeoutError(f"nobody answers at port {port}")


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def postmaster() -> int:
    """Return the process below which all of PostgreSQL runs, which must be on this machine; 0 for SQLite."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        with open(f"/proc/{cursor.fetchone()[0]}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])


def cpu(pid: int) -> float:
    """Return the processor seconds of a process and all below it, those included that have ended."""
    if not pid:
        return 0.0
    parents: dict[int, list[int]] = {}
    times: dict[int, float] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stat:
                    fields = stat.read().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(name))
            times[int(name)] = sum(int(field) for field in fields[11:15]) / TICKS
    family = [pid]
    for member in family:
        family += parents.get(member, [])
    return sum(times.get(member, 0.0) for member in family)


if __name__ == "__main__":
    main()

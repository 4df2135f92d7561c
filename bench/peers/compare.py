"""Compare moves until all four seats have received them: this service, and boardgame.io.

    python -m tests.postgres --durable -- python -m bench.peers.compare

Uses the PostgreSQL of `DATABASE_URL`, where each service has a database of its own. Both play the
same games with the same asks, and must end with the same books. They take turns in each round, so
that other load on the machine affects both; compare the ratios. ``--write`` writes the table and a
plot to `docs/benchmarks.md`.
"""

import argparse
import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

import django
import psycopg

django.setup()

from django.core.management import call_command  # noqa: E402
from tqdm import tqdm  # noqa: E402

from bench import page, servers  # noqa: E402
from bench.peers.clients import AT_ONCE, FOLDER, Clients, Ports, Service, clients, missing, node  # noqa: E402
from bench.scripted import Script, scripts  # noqa: E402

SEATS = 4
DATABASE = "boardgame_io"
OURS, THEIRS, THEIRS_TWICE = "this service", "boardgame.io", "boardgame.io, two processes"
STREAMS = [servers.PYTHON, "manage.py", "serve", "--no-referee"]
HEAD = (
    *("", "moves a second", "p50, ms", "p99, ms"),
    *("servers' CPU, ms", "of it streams", "database's CPU, ms", "both, ms", "clients' CPU, ms"),
)


class Deployment(NamedTuple):
    """The servers of a service."""

    service: Service
    ports: tuple[Ports, ...]
    pids: tuple[int, ...]
    streams: int = 0
    """The process that only serves streams, in addition to the others."""

    def cpu(self) -> tuple[float, float, float]:
        """Return the CPU seconds until now: of all servers, of streams, and of PostgreSQL."""
        streams = servers.cpu(self.streams)
        moves = sum(map(servers.cpu, self.pids))
        return moves + streams, streams, servers.cpu(servers.postmaster())


class Round(NamedTuple):
    """One service in one round: moves a second, seconds of a move, and CPU seconds a move."""

    rate: float
    p50: float
    p99: float
    servers: float
    streams: float
    database: float
    both: float
    clients: float


def main() -> None:
    """Print a table of medians and ratios; with ``--write``, update the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=24, help="games of one round")
    parser.add_argument("--write", action="store_true", help="write page and plot")
    options = parser.parse_args()
    if reason := missing():
        print(f"SKIPPED bench-peers: {reason}")
        return
    rounds = measure(rounds=options.rounds, games=options.games)
    text = page.block(
        HEAD,
        list(rows(rounds)),
        f"{servers.machine()}; {options.games} games a round, {AT_ONCE} at once,",
        f"medians of {options.rounds} alternating rounds.",
    )
    print(text)
    if options.write:
        page.write("peers", text)
        rates = {kind: [turn.rate for turn in turns] for kind, turns in rounds.items()}
        title = f"{SEATS} seats, {AT_ONCE} games at once"
        page.draw("peers", rates, title=title, unit="moves a second")


def rows(rounds: Mapping[str, Sequence[Round]]) -> Iterator[Sequence[str]]:
    """Yield the medians of each service, and of this service's ratios to the others."""
    for kind, turns in rounds.items():
        medians = Round(*(statistics.median(values) for values in zip(*turns, strict=True)))
        costs = (f"{value * 1000:.2f}" if value else "–" for value in medians[1:])
        yield [kind, f"{medians.rate:,.0f}", *costs]
    for kind in (THEIRS, THEIRS_TWICE):
        ratios = [
            [ours / theirs if theirs else 0.0 for ours, theirs in zip(*pair, strict=True)]
            for pair in zip(rounds[OURS], rounds[kind], strict=True)
        ]
        medians_of = (statistics.median(values) for values in zip(*ratios, strict=True))
        yield [f"{OURS} : {kind}", *(f"{ratio:.2f}" if ratio else "–" for ratio in medians_of)]


def measure(*, rounds: int, games: int) -> dict[str, list[Round]]:
    """Run every service in every round; the first round is a warm-up and does not count.

    :raises AssertionError: the services end a game with different books.
    """
    call_command("migrate", verbosity=0)
    needed = games * (rounds + 1)
    opened = tqdm(scripts(needed, Random(9), seats=SEATS), total=needed, desc="games", leave=False)
    prepared = iter(list(opened))
    results: dict[str, list[Round]] = {}
    with deployed() as deployments, clients() as players:
        for number in tqdm(range(rounds + 1), desc="rounds", leave=False):
            scripted = list(islice(prepared, games))
            turns = list(deployments.items())
            endings = []
            for kind, deployment in turns if number % 2 else reversed(turns):
                cost, books = play(players, deployment, scripted)
                results.setdefault(kind, []).append(cost)
                endings.append(books)
            assert all(books == endings[0] for books in endings), "the games end differently"
    return {kind: results[kind][1:] for kind in deployments}


def play(
    players: Clients, deployment: Deployment, games: Sequence[Script]
) -> tuple[Round, list[list[list[str]]]]:
    """Play games to their ends; return what it cost, and each game's ranks of books by seat."""
    players.follow(deployment.service, deployment.ports, games)
    before = deployment.cpu()
    load, clients_cpu, books = players.play()
    moves = len(load.latencies)
    of_servers, of_streams, of_database = (
        (end - begin) / moves for begin, end in zip(before, deployment.cpu(), strict=True)
    )
    cost = Round(
        load.rate,
        load.quantile(0.5),
        load.quantile(0.99),
        of_servers,
        of_streams,
        of_database,
        of_servers + of_database,
        clients_cpu / moves,
    )
    return cost, books


@contextmanager
def deployed() -> Iterator[dict[str, Deployment]]:
    """Run all servers, each service with its database; yield the deployments by name."""
    environment = {"NODE_ENV": "production", "DATABASE_URL": database()}
    with ExitStack() as stack:
        api, streams = (
            stack.enter_context(servers.serving(command, **servers.SETTINGS))
            for command in (servers.API, STREAMS)
        )
        command = [node(), str(FOLDER / "server.js")]
        nodes = [stack.enter_context(servers.serving(command, **environment)) for _ in range(2)]
        both = tuple(Ports(node.port, node.port) for node in nodes)
        pids = tuple(node.pid for node in nodes)
        yield {
            OURS: Deployment("gofish", (Ports(api.port, streams.port),), (api.pid,), streams.pid),
            THEIRS: Deployment("boardgame.io", both[:1], pids[:1]),
            THEIRS_TWICE: Deployment("boardgame.io", both, pids),
        }


def database() -> str:
    """Create a database for boardgame.io on the same server, and return its address."""
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
        admin.execute(f"CREATE DATABASE {DATABASE}")
    return urlsplit(url)._replace(path=f"/{DATABASE}").geturl()


if __name__ == "__main__":
    main()

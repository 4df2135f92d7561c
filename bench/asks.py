"""Measure asks and states over HTTP, compared with their SQL alone and with an empty view.

    python -m tests.postgres --durable -- python -m bench.asks

Uses the database of `DATABASE_URL`. Starts one `manage.py serve`. Eight clients play games whose
asks are computed in advance. The kinds of requests alternate in each round, so that other load on
the machine affects all of them; compare the ratios. ``--write`` writes the table and a plot to
`docs/benchmarks.md`.

``--before REVISION`` serves that revision too, on a database of its own, and compares the two.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import islice
from random import Random
from typing import NamedTuple

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from tqdm import tqdm  # noqa: E402

from bench import before, clients, page, servers  # noqa: E402
from bench.bare_sql import BareSql  # noqa: E402
from bench.clients import CLIENTS, Load  # noqa: E402
from bench.scripted import Script, scripts  # noqa: E402
from bench.servers import Server  # noqa: E402

ASK, STATE, NOT_MODIFIED = "`POST /ask`", "`GET /state`", "`GET /state`, 304"
NULL, BARE = "an empty view", "the ask's SQL alone"
HEAD = (
    *("", "a second", "p99, ms", "server's CPU, ms", "database's CPU, ms"),
    *(f"of {NULL}", f"of {BARE}"),
)


class Round(NamedTuple):
    """One kind in one round: requests a second, p99 in seconds, CPU seconds a request."""

    rate: float
    p99: float
    server: float
    database: float


class Service(NamedTuple):
    """A server of asks and states, and the games that are left to play on it."""

    server: Server
    games: Iterator[Script]


class Growth(NamedTuple):
    """Megabytes of the largest worker after the first and last round, and the requests between."""

    before: float
    after: float
    requests: int


def main() -> None:
    """Print a table of medians and ratios; with ``--write``, update the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=50, help="games of one round")
    parser.add_argument("--before", metavar="REVISION", help="compare with this revision")
    parser.add_argument("--write", action="store_true", help="write page and plot")
    options = parser.parse_args()
    rounds, growth = measure(rounds=options.rounds, games=options.games, revision=options.before)
    text = page.block(
        HEAD,
        list(rows(rounds)),
        f"{servers.machine()}; {CLIENTS} clients, medians of {options.rounds} alternating rounds.",
        f"A worker holds {growth.before:.0f} MB after the first round, {growth.after:.0f} MB"
        f" {growth.requests:,} requests later.",
    )
    print(text)
    if options.write:
        name = f"asks-{connection.vendor}{'-before' if options.before else ''}"
        page.write(name, text)
        rates = {kind: [turn.rate for turn in turns] for kind, turns in rounds.items()}
        page.draw(name, rates, title=f"{connection.vendor}, {CLIENTS} clients", unit="a second")


def rows(rounds: Mapping[str, Sequence[Round]]) -> Iterator[Sequence[str]]:
    """Yield the medians of each kind, and the median ratios of its rate to each yardstick's."""
    for kind, turns in rounds.items():
        rate, *seconds = (statistics.median(column) for column in zip(*turns, strict=True))
        p99, server, database = (f"{1000 * part:.2f}" for part in seconds)
        yield (
            *(kind, f"{rate:,.0f}", p99),
            "–" if kind == BARE else server,
            "–" if kind == NULL or connection.vendor == "sqlite" else database,
            *(
                "–" if kind == yardstick else f"{ratio(turns, rounds[yardstick]):.3f}"
                for yardstick in (NULL, BARE)
            ),
        )


def ratio(turns: Sequence[Round], yardstick: Sequence[Round]) -> float:
    """Return the median of the ratios of the rates, compared round by round."""
    return statistics.median(a.rate / b.rate for a, b in zip(turns, yardstick, strict=True))


def measure(
    *, rounds: int, games: int, revision: str | None = None
) -> tuple[dict[str, list[Round]], Growth]:
    """Run every kind in every round; the first round is a warm-up and does not count."""
    call_command("migrate", verbosity=0)
    needed = games * (rounds + 1) + 1
    opened = tqdm(scripts(needed, Random(9)), total=needed, desc="games", leave=False)
    prepared = iter(list(opened))
    bare_sql = BareSql(next(prepared))
    results: dict[str, list[Round]] = {}
    database, memory, requests = servers.postmaster(), list[float](), 0
    earlier = before.serving(revision, games=needed) if revision else nullcontext()
    with (
        servers.serving(servers.API, **servers.SETTINGS) as api,
        servers.serving(servers.NULL) as null,
        earlier as served,
    ):
        services = {"": Service(api, prepared)}
        if served is not None:
            services[f" of {revision}"] = Service(served[0], iter(served[1]))
        for _ in tqdm(range(rounds + 1), desc="rounds", leave=False):
            for kind, (server, turn) in turns_of(services, games, null, bare_sql).items():
                load, cost = timed(turn, server.pid, database)
                results.setdefault(kind, []).append(cost)
                if memory and kind in (ASK, STATE, NOT_MODIFIED):
                    requests += len(load.latencies)
            memory.append(servers.memory(api.pid))
    return {kind: turns[1:] for kind, turns in results.items()}, Growth(
        memory[0], memory[-1], requests
    )


def turns_of(
    services: Mapping[str, Service], games: int, null: Server, bare_sql: BareSql
) -> dict[str, tuple[Server, Callable[[], Load]]]:
    """Return the loads of one round by kind, each with the server that it is sent to.

    The name of a service follows that of the kind.
    """
    turns: dict[str, tuple[Server, Callable[[], Load]]] = {}
    for name, (server, left) in services.items():
        some = list(islice(left, games))
        turns[STATE + name] = server, partial(_read, server, some, {}, b"200")
        unchanged = {"If-None-Match": "*"}
        turns[NOT_MODIFIED + name] = server, partial(_read, server, some, unchanged, b"304")
        turns[ASK + name] = server, partial(_ask, server, some)
    nothing = [[clients.request("POST", "/null", body=b"{}")] * 400] * 20
    turns[NULL] = null, lambda: clients.run(null.port, nothing)
    turns[BARE] = null, lambda: bare_sql.run(seconds=3)
    return turns


def _read(
    server: Server, games: Sequence[Script], headers: Mapping[str, str], status: bytes
) -> Load:
    return clients.run(server.port, states(games, headers), status=status)


def _ask(server: Server, games: Sequence[Script]) -> Load:
    return clients.run(server.port, asks(games))


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
    """Yield reads of the state of each game."""
    for game in games:
        path = f"/api/v1/games/{game.game}/state"
        yield [clients.request("GET", path, token=game.tokens[0], headers=headers)] * 40


def timed(turn: Callable[[], Load], *processes: int) -> tuple[Load, Round]:
    """Run a load; return it with its CPU time in the server and in the database."""
    before = [servers.cpu(process) for process in processes]
    load = turn()
    server, database = (
        (servers.cpu(process) - seconds) / len(load.latencies)
        for process, seconds in zip(processes, before, strict=True)
    )
    return load, Round(load.rate, load.quantile(0.99), server, database)


if __name__ == "__main__":
    main()

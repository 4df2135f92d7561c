"""Measure what an attacker inside the default limits does to the asks of others.

    DATABASE_URL=sqlite:///$PWD/var/bench.sqlite3 python -m bench.hostile
    python -m tests.postgres --durable -- python -m bench.hostile

Uses the empty database of `DATABASE_URL`. Clients at different addresses ask at a fixed rate, and
the time of an ask counts from when it was due. Each attack comes from an address of its own, or
from ``--addresses``, over eight connections, as fast as it is answered, until a limit stops it. A
turn with an attack follows one without, and all attacks run in every round. ``--before`` is another
checkout, whose server gets the same turns. On PostgreSQL nginx is in front of two processes that
count limits in Redis as in production, if they are installed. ``--write`` writes the table to
`docs/benchmarks.md`; with ``--only`` these rows alone.
"""

import argparse
import os
import random
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from tqdm import tqdm  # noqa: E402

from bench import page, servers  # noqa: E402
from bench.attackers import attacking, connected, exchange  # noqa: E402
from bench.attacks import ATTACKS, World, prepare, prepare_dumps  # noqa: E402
from bench.clients import request  # noqa: E402
from bench.scripted import Script  # noqa: E402
from games.log.models import Position  # noqa: E402
from tests import proxies  # noqa: E402
from tests.readme_tables import block, rendered  # noqa: E402
from tests.servers import overriding  # noqa: E402

ASKERS, ASKS_A_SECOND = 4, 10.0  # of each
SETTLED = 1.0  # seconds, until requests of an attack have ended
MOST_SETTLED = 120.0  # seconds, until the bots have moved in its games
HEAD = (
    *("attack", "p50 without, ms", "p50 with", "p99 without", "p99 with", "p99 more"),
    "answers to the attack",
)


class Turn(NamedTuple):
    """The seconds of each ask, and the number of responses to the attacker by status."""

    asks: list[float]
    statuses: Counter[str]


class Pair(NamedTuple):
    """A turn without an attack, and the next one with it."""

    quiet: Turn
    loud: Turn


def main() -> None:
    """Print a table of every attack's p50 and p99, without and with it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each turn")
    parser.add_argument("--before", type=Path, help="a checkout to compare with")
    parser.add_argument("--direct", action="store_true", help="without nginx on PostgreSQL")
    parser.add_argument("--only", nargs="*", default=[""], help="attacks whose names contain this")
    parser.add_argument("--addresses", type=int, default=1, help="from which each attack comes")
    parser.add_argument("--write", action="store_true", help=f"write {page.PAGE.name}")
    options = parser.parse_args()
    if options.write and options.addresses > 1:
        parser.error(f"{page.PAGE.name} has the tables of one address.")
    is_proxied = connection.vendor == "postgresql" and bool(proxies.NGINX) and not options.direct
    call_command("migrate", verbosity=0)
    names = [name for name in ATTACKS if any(part in name for part in options.only)]
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        prepare_dumps(Path(folder))
        os.environ |= overriding(DUMPS_PATH=folder)
        places = {"now": stack.enter_context(_proxied() if is_proxied else _direct(Path.cwd()))}
        if options.before:
            places["before"] = stack.enter_context(
                _direct(options.before, DJANGO_SETTINGS_MODULE="gofish_api.settings")
            )
        turns = (options.rounds + 1) * 2 * len(names) * len(places)
        asks = turns * options.seconds * ASKS_A_SECOND
        world = prepare(int(asks * ASKERS), games=ASKERS)
        pairs = measure(
            places,
            world,
            names,
            addresses=options.addresses,
            rounds=options.rounds,
            seconds=options.seconds,
        )
    proxied = "two serve behind nginx" + (", Redis" if proxies.REDIS else "")
    command = proxied if is_proxied else " ".join(servers.API[2:])
    addresses = "one address" if options.addresses == 1 else f"{options.addresses} addresses"
    note = (
        f"{connection.display_name}, {command}; {servers.machine()}; {options.rounds} rounds of "
        f"{options.seconds:g} s, {ASKERS * ASKS_A_SECOND:g} asks a second; attacks from {addresses}."
    )
    for place in places:
        rows = {name: row(name, pairs[place, name]) for name in names}
        print("\n".join(["", f"{place}:", "", *rendered(HEAD, rows.values()), "", note, ""]))
        if options.write:
            name = f"hostile-{connection.vendor}-{place}"
            page.write(name, merged(block(page.PAGE.read_text(), name), rows, note))


# --- servers --------------------------------------------------------------------------------------


@contextmanager
def _direct(folder: Path, **settings: str) -> Iterator[int]:
    """Serve from a checkout, with its default limits."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        serving = servers.serving(servers.API, LOG_LEVEL="ERROR", **settings)
        server = serving.__enter__()
    finally:
        os.chdir(before)
    try:
        yield server.port
    finally:
        serving.__exit__(None, None, None)


@contextmanager
def _proxied() -> Iterator[int]:
    serve = [servers.PYTHON, "manage.py", "serve", "--no-referee"]
    settings = {"LOG_LEVEL": "ERROR", "PROXY_COUNT": "1"}
    with (
        # As in docker-compose.yml, the temporary files of nginx are in memory: on the disk of the
        # database they delay its commits.
        TemporaryDirectory(dir="/dev/shm") as folder,
        proxies.redis(Path(folder)) if proxies.REDIS else nullcontext("") as cache,
        servers.serving(serve, CACHE_URL=cache, **settings) as one,
        servers.serving(serve, CACHE_URL=cache, **settings) as other,
        refereeing(),
        proxies.nginx(Path(folder), api=[one.port, other.port]) as port,
    ):
        yield port


@contextmanager
def refereeing() -> Iterator[None]:
    """Run the process that makes the moves of bots."""
    command = [servers.PYTHON, "manage.py", "referee"]
    environ = os.environ | {"LOG_LEVEL": "ERROR"}
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


# --- turns ----------------------------------------------------------------------------------------


def measure(
    places: dict[str, int],
    world: World,
    names: Sequence[str],
    *,
    addresses: int,
    rounds: int,
    seconds: float,
) -> dict[tuple[str, str], list[Pair]]:
    """Run every attack on every server in every round; the first round does not count."""
    games = iter(world.games)
    dialogues: list[Iterator[bytes]] = [
        chain.from_iterable(map(_dialogue, games)) for _ in range(ASKERS)
    ]
    sources = (f"127.1.{number // 200}.{2 + number % 200}" for number in count())
    pairs: dict[tuple[str, str], list[Pair]] = {}
    _settle()
    made = {
        (place, name): ATTACKS[name](places[place], world) for place in places for name in names
    }
    for number in tqdm(range(rounds + 1), desc="rounds", leave=False):
        for place, name in random.sample(list(made), len(made)):
            port = places[place]
            quiet = Turn(ask(port, dialogues, seconds), Counter())
            froms = [next(sources) for _ in range(addresses)]
            with attacking(port, froms, made[place, name], seconds) as statuses:
                loud = Turn(ask(port, dialogues, seconds), statuses)
            _settle()
            if number:
                pairs.setdefault((place, name), []).append(Pair(quiet, loud))
    return pairs


def _settle() -> None:
    """Wait until an attack is over on the server too."""
    time.sleep(SETTLED)
    deadline = time.monotonic() + MOST_SETTLED
    while Position.objects.filter(deadline__lte=timezone.now()).exists():
        assert time.monotonic() < deadline, "bots still move"
        time.sleep(0.1)


def ask(port: int, dialogues: list[Iterator[bytes]], seconds: float) -> list[float]:
    """Let every client ask at its rate; return the seconds of each ask from when it was due."""
    latencies, faults = list[float](), list[bytes]()
    begin = time.perf_counter() + 0.05

    def client(number: int) -> None:
        dialogue = dialogues[number]
        with connected(port, f"127.0.0.{2 + number}") as wire:
            for turn in range(int(seconds * ASKS_A_SECOND)):
                due = begin + (turn + number / ASKERS) / ASKS_A_SECOND
                time.sleep(max(0.0, due - time.perf_counter()))
                status = exchange(wire, next(dialogue)).status
                latencies.append(time.perf_counter() - due)
                if status != b"200":
                    faults.append(status)

    threads = [Thread(target=client, args=[number]) for number in range(ASKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults, Counter(faults)
    return latencies


def row(name: str, pairs: Sequence[Pair]) -> Sequence[str]:
    """Return the row of an attack: medians of the rounds."""
    quiet, loud = ([turn.asks for turn in turns] for turns in zip(*pairs, strict=True))
    statuses = sum((pair.loud.statuses for pair in pairs), Counter[str]())
    p50s = [_percentile(turns, 0.5) for turns in (quiet, loud)]
    p99s = [_percentile(turns, 0.99) for turns in (quiet, loud)]
    return (
        name,
        *(f"{1000 * latency:.1f}" for latency in (*p50s, *p99s, p99s[1] - p99s[0])),
        ", ".join(f"{number:,} × {status}" for status, number in sorted(statuses.items())),
    )


def _percentile(rounds: Sequence[list[float]], part: float) -> float:
    """Return the median of the rounds' percentiles, as one stall is no habit."""
    return statistics.median(sorted(asks)[int(len(asks) * part)] for asks in rounds)


def merged(table: str, rows: Mapping[str, Sequence[str]], note: str) -> str:
    """Return a table and its note with new rows in the place of those of the same attacks. Rows of
    attacks that were not measured stay, and so does the note of the first measurement.
    """
    found = [line for line in table.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in found[1:]]
    all_rows: dict[str, Sequence[str]] = {**{each[0]: each for each in cells}, **rows}
    order = {name: number for number, name in enumerate(ATTACKS)}
    kept = [all_rows[name] for name in sorted(all_rows, key=lambda name: order.get(name, -1))]
    notes = " ".join(line for line in table.splitlines() if line and not line.startswith("|"))
    if kept == [*rows.values()] or not notes:
        return page.block(HEAD, kept, note)
    first = notes.partition("Measured later, ")[0].strip()
    return page.block(HEAD, kept, first, f"Measured later, {len(rows)} rows: {note}")


def _dialogue(script: Script) -> Iterator[bytes]:
    path = f"/api/v1/games/{script.game}/ask"
    for number, ask in enumerate(script.asks):
        key = {"Idempotency-Key": f"{script.game}-{number}"}
        yield request("POST", path, token=script.tokens[ask.seat], body=ask.body, headers=key)


if __name__ == "__main__":
    main()

"""Measure streams: the cost of an idle one, and the delay from a commit to its readers.

    python -m bench.live --streams 50 1000 10000

Migrates and fills the database of `DATABASE_URL`. This process makes moves, others serve the
streams, and another one reads them, so that every notification crosses processes.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from random import Random
from typing import NamedTuple, TypeVar

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts import registration  # noqa: E402
from bench.live_readers import Reading, Report, read  # noqa: E402
from bench.servers import PYTHON  # noqa: E402
from games.engine.commands import Ask  # noqa: E402
from games.engine.legal import legal_commands  # noqa: E402
from games.engine.table import Table  # noqa: E402
from games.log import head_reader, ids  # noqa: E402
from games.log.reader import LoggedMove  # noqa: E402
from games.play import lobby, play  # noqa: E402
from tests.servers import overriding  # noqa: E402

READERS_OF_A_GAME = 10
GAMES_OF_A_PLAYER = 50
SEATS = 2

T = TypeVar("T")

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
COLUMNS = [
    "streams",
    "servers",
    "moves",
    "frames",
    "kB each",
    "ms each",
    "us frame",
    "p50",
    "p99",
    "max",
    "lost",
    "twice",
    "again",
]


class Game(NamedTuple):
    """A game, and the accounts on its seats."""

    id: int
    accounts: tuple[int, ...]


class Usage(NamedTuple):
    """The resources of a server: resident bytes and seconds of CPU time."""

    memory: int
    cpu: float


def main() -> None:
    """Measure one row per number of streams."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--streams", type=int, nargs="+", default=[50, 1_000, 10_000])
    parser.add_argument("--servers", type=int, default=1, help="processes that share the streams")
    parser.add_argument("--moves", type=int, default=500, help="commands to carry out")
    parser.add_argument("--rate", type=float, default=50, help="commands a second, at most")
    parser.add_argument("--readers", type=int, default=READERS_OF_A_GAME, help="readers of a game")
    parser.add_argument("--state", action="store_true", help="open streams with `state=true`")
    parser.add_argument("--reconnect", type=float, default=0, help="seconds; 0 for never")
    options = parser.parse_args()
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    call_command("migrate", verbosity=0)
    print(f"{connection.vendor}; delays in ms from the commit to the frame")
    print(row(COLUMNS))
    for streams in options.streams:
        cells = measure(streams, options)
        print(row(cells), flush=True)


def row(cells: Sequence[object]) -> str:
    """Return a row of the table as text."""
    return " ".join(f"{cell:>9}" for cell in cells)


def measure(streams: int, options: argparse.Namespace) -> list[object]:
    """Open streams, make moves, and return the cells of a row."""
    count = max(streams // options.readers, 5)
    games = [*progress("games", open_games(count), total=count)]
    with ExitStack() as stack:
        servers = [stack.enter_context(serving()) for _ in range(options.servers)]
        before = [usage(pid) for pid, _ in servers]
        readings = [
            Reading(
                servers[n % len(servers)][1],
                ids.to_text(games[n % len(games)].id),
                "?state=true" if options.state else "",
            )
            for n in range(streams)
        ]
        pipe, end = get_context("spawn").Pipe()
        readers = get_context("spawn").Process(
            target=read, args=[end, readings], kwargs={"reconnect_every": options.reconnect}
        )
        readers.start()
        end.close()  # so that `pipe` breaks if the readers die
        stack.callback(readers.kill)
        for _ in progress("streams", (pipe.recv() for _ in readings), total=streams):
            pass
        after = [usage(pid) for pid, _ in servers]
        commits = {
            move: at
            for made in progress("asks", make_moves(games, options), total=options.moves)
            for move, at in made
        }
        pipe.send({ids.to_text(game.id): head_reader.load(game.id).version for game in games})
        report: Report = pipe.recv()
        used = sum(usage(pid).cpu for pid, _ in servers) - sum(start.cpu for start in after)
    delays = sorted(
        (arrival - commits[move]) * 1000
        for move, arrivals in report.arrivals.items()
        if move in commits
        for arrival in arrivals
    )
    memory = sum(b.memory - a.memory for a, b in zip(before, after, strict=True))
    cpu = sum(b.cpu - a.cpu for a, b in zip(before, after, strict=True))
    quantiles = [f"{delays[int(len(delays) * part)]:.2f}" for part in (0.5, 0.99)]
    return [
        streams,
        options.servers,
        len(commits),
        len(delays),
        f"{memory / streams / 1024:.1f}",
        f"{cpu / streams * 1000:.2f}",
        f"{used / len(delays) * 1e6:.0f}",
        *quantiles,
        f"{delays[-1]:.1f}",
        report.lost,
        report.doubled,
        report.reconnections,
    ]


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """Run a server without limits on streams; yield its process id and its port."""
    environment = os.environ | {
        "RATES": "address=none,account=none,creation=none,creation_address=none",
        **overriding(STREAMS_PER_CALLER=100_000),
        "PROXY_COUNT": "1",  # or one address would get only half of the connections
        "LOG_LEVEL": "WARNING",
    }
    server = subprocess.Popen(
        [PYTHON, "manage.py", "serve", "--port=0"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        address = re.search(r":(\d+)", server.stdout.readline())
        assert address, "the server did not start"
        yield server.pid, int(address[1])
    finally:
        server.terminate()
        server.wait(30)


def usage(pid: int) -> Usage:
    """Return the resources of a process."""
    with open(f"/proc/{pid}/statm") as statm, open(f"/proc/{pid}/stat") as stat:
        pages = int(statm.read().split()[1])
        fields = stat.read().rpartition(")")[2].split()
    return Usage(pages * PAGE_BYTES, (int(fields[11]) + int(fields[12])) / TICKS)


def open_games(count: int) -> Iterator[Game]:
    """Create and start games of guests."""
    players: tuple[int, ...] = ()
    for number in range(count):
        if number % GAMES_OF_A_PLAYER == 0:
            players = tuple(
                registration.register_guest(now=timezone.now()).user.pk for _ in range(SEATS)
            )
        game = lobby.create(players[0], preset="classic", seats=SEATS).head.game_id
        for player in players[1:]:
            lobby.join(game, player)
        yield Game(game, players)


def make_moves(
    games: Sequence[Game], options: argparse.Namespace
) -> Iterator[list[tuple[tuple[str, int], float]]]:
    """Make random asks; yield the moves of each with the time of their commit."""
    rng = Random(6)
    for _ in range(options.moves):
        began = time.monotonic()
        game = rng.choice(games)
        head = head_reader.load(game.id)
        seat = head.state.to_act()
        made: list[tuple[tuple[str, int], float]] = []
        if seat is not None:
            asks = [c for c in legal_commands(Table(head.state), seat) if isinstance(c, Ask)]
            moves, committed_at = carry_out(game, seat, rng.choice(asks))
            made = [((ids.to_text(game.id), move.number), committed_at) for move in moves]
        yield made
        time.sleep(max(began + 1 / options.rate - time.monotonic(), 0))


def carry_out(game: Game, seat: int, ask: Ask) -> tuple[tuple[LoggedMove, ...], float]:
    """Make an ask; return its moves and the time of their commit, before notifications are sent."""
    times: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: times.append(time.monotonic()))
        outcome = play.execute(game.id, game.accounts[seat], lambda _: ask)
    return outcome.moves, times[0]


def progress(name: str, items: Iterable[T], *, total: int) -> Iterator[T]:
    """Yield the items; show progress on a terminal."""
    for number, item in enumerate(items, 1):
        if sys.stderr.isatty() and (number == total or number % max(total // 50, 1) == 0):
            bar = "#" * (40 * number // total)
            print(f"\r{name:>8} [{bar:<40}] {number}/{total}", end="", file=sys.stderr)
        yield item
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)


if __name__ == "__main__":
    main()

"""Compare the CPU time of asks and states between two revisions, or one and the working tree.

    python -m tests.postgres -- python -m bench.cpu.compare HEAD~1

Each version runs in a process of its own, with its own database on the server of `DATABASE_URL` or
its own file of SQLite, and gets the same requests. They take short turns, and only CPU time counts,
so that other load on the machine matters little. Compare the ratios, which are of the medians and
of the lower quartiles of all requests; collections of garbage are in neither.
"""

import argparse
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("player.py")
KINDS = ("ask", "state")
# Limits are counted but never reached.
SETTINGS = {
    "RATES": "address=100000000/min,account=100000000/min",
    "LOG_LEVEL": "WARNING",
}
WARM_UP = 10  # turns that do not count
ASKS_OF_A_GAME = 25  # at least
Turn = dict[str, list[float]]


class Player:
    """A process that plays games with the code of one folder."""

    def __init__(self, folder: Path, url: str, *, games: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", PLAYER, str(games)],
            cwd=folder,
            env={**SETTINGS, **os.environ, "PYTHONPATH": str(folder), "DATABASE_URL": url},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if os.environ.get("LOG_LEVEL") == "INFO" else None,
            text=True,
        )

    def wait(self) -> None:
        """Wait until the games are prepared."""
        self._answer()

    def play(self, requests: int) -> Turn:
        """Send requests; return the CPU microseconds of each, by kind."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{requests}\n")
        self._process.stdin.flush()
        result: Turn = json.loads(self._answer())
        return result

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line: str = self._process.stdout.readline()
        assert line, "the player ended"
        return line


def main() -> None:
    """Print the medians of both versions and of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("revision", nargs="?", default="HEAD", help="the version to compare with")
    parser.add_argument("after", nargs="?", help="its successor; without it, the working tree")
    parser.add_argument("--turns", type=int, default=150)
    parser.add_argument("--requests", type=int, default=8, help="asks, and states, of one turn")
    options = parser.parse_args()
    with (
        revision(options.revision) as before,
        revision(options.after) if options.after else nullcontext(ROOT) as after,
        databases() as (first, second),
    ):
        old, new = measure(
            [(before, first), (after, second)], turns=options.turns, requests=options.requests
        )
    print("       before, µs  after, µs   ratio  lower quartiles")
    for kind in KINDS:
        (low, median, _), (new_low, new_median, _) = (
            statistics.quantiles(turns[kind]) for turns in (old, new)
        )
        ratios = f"{new_median / median:7.3f}  {new_low / low:15.3f}"
        print(f"{kind:6} {median:11.0f} {new_median:10.0f} {ratios}")


def measure(versions: Sequence[tuple[Path, str]], *, turns: int, requests: int) -> list[Turn]:
    """Return the CPU microseconds of each version's requests, without a warm-up of ten turns."""
    games = (turns + WARM_UP) * requests // ASKS_OF_A_GAME + 1
    players = [Player(folder, url, games=games) for folder, url in versions]
    totals: list[Turn] = [{kind: [] for kind in KINDS} for _ in players]
    try:
        for player in players:
            player.wait()
        for number in range(turns + WARM_UP):
            for which in (0, 1) if number % 2 else (1, 0):
                turn = players[which].play(requests)
                if number >= WARM_UP:
                    for kind in KINDS:
                        totals[which][kind] += turn[kind]
    finally:
        for player in players:
            player.stop()
    return totals


@contextmanager
def revision(name: str) -> Iterator[Path]:
    """Yield a folder with the files of a revision."""
    command = ["git", "archive", name]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with TemporaryDirectory(prefix="gofish-revision-") as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


@contextmanager
def databases() -> Iterator[tuple[str, str]]:
    """Yield the URLs of two empty databases of the kind of `DATABASE_URL`; remove them."""
    url = urlsplit(os.environ.get("DATABASE_URL", "sqlite:"))
    names = ("cpu_before", "cpu_after")
    if url.scheme == "sqlite":
        with TemporaryDirectory(prefix="gofish-cpu-") as folder:
            first, second = (f"sqlite:///{folder}/{name}.sqlite3" for name in names)
            yield first, second
        return
    with psycopg.connect(url.geturl(), autocommit=True) as connection:
        drops = [sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(n)) for n in names]
        for name, drop in zip(names, drops, strict=True):
            connection.execute(drop)
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        first, second = (url._replace(path=f"/{name}").geturl() for name in names)
        try:
            yield first, second
        finally:
            for drop in drops:
                connection.execute(drop)


if __name__ == "__main__":
    main()

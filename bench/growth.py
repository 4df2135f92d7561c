"""Measure whether requests are slower in a long game or in full tables.

    python -m tests.postgres --durable -- python -m bench.growth

Uses the empty PostgreSQL database of `DATABASE_URL`, and a copy of it that is filled with other
games. Each column has its own server, so that all start their turns with equally cold CPU caches.
One client sends all kinds of requests in turn. ``--write`` writes the table to
`docs/benchmarks.md`.
"""

import argparse
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from tqdm import tqdm  # noqa: E402

from bench import filling, page, servers  # noqa: E402
from bench.clients import Wire, request  # noqa: E402
from bench.scripted import Script, play, scripts  # noqa: E402
from games.log.models import Seat  # noqa: E402
from games.play import lobby  # noqa: E402

SHORT, LONG = 10, 2_000
SEATS = 6
PAGE = 50
LONGEST_SERIES = {"target_score": 100}  # about 2,800 moves with six seats
HERE, LATE, FULL = "move 10", f"move {LONG:,}", "full tables"
ASK, STATE, LOBBY = "`POST /ask`", "`GET /state`", f"`GET /games`, {PAGE} in the lobby"


def main() -> None:
    """Print a table of medians and ratios; with ``--write``, update the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requests", type=int, default=400, help="requests of each kind")
    parser.add_argument("--games", type=int, default=100_000, help="games in the full tables")
    parser.add_argument("--moves", type=int, default=50, help="moves of each of them")
    parser.add_argument("--write", action="store_true", help="write the page")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    short, late, template = prepare(options.moves)
    full = filling.copy()
    filling.fill(full, template.id, games=options.games)
    seconds = measure(short, late, full, count=options.requests)
    text = page.block(
        ("median, ms", HERE, LATE, "ratio", FULL, "ratio"),
        [row(kind, seconds) for kind in (ASK, STATE, LOBBY)],
        f"{servers.machine()}; one client, {options.requests} requests of each kind in turn.",
        f"The full tables hold {options.games:,} games and {options.games * options.moves:,} moves.",
    )
    print(text)
    if options.write:
        page.write("growth", text)


def prepare(moves: int) -> tuple[Script, Script, Script]:
    """Create a short game, a long game, a game to fill tables with, and some lobbies."""
    rng = Random(9)
    short, late, template = scripts(3, rng, seats=SEATS, options=LONGEST_SERIES)
    play(short, SHORT)
    play(late, LONG)
    play(template, moves)
    host = Seat.objects.get(game_id=template.id, number=0).account_id
    assert host is not None
    for _ in range(PAGE):
        lobby.create(host, preset="classic", seats=SEATS)
    return short, late, template


def measure(
    short: Script, late: Script, full: str, *, count: int
) -> dict[tuple[str, str], list[float]]:
    """Send all kinds of requests in turn; return their seconds by kind and column."""
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    rng = Random(9)
    with (
        servers.serving(servers.API, **servers.SETTINGS) as here,
        servers.serving(servers.API, **servers.SETTINGS) as elsewhere,
        servers.serving(servers.API, **servers.SETTINGS, DATABASE_URL=full) as crowded,
        Wire(here.port) as here_wire,
        Wire(elsewhere.port) as late_wire,
        Wire(crowded.port) as full_wire,
    ):
        places = [
            (HERE, here_wire, short, SHORT),
            (LATE, late_wire, late, LONG),
            (FULL, full_wire, short, SHORT),
        ]
        for number in tqdm(range(-count // 10, count), desc="requests", leave=False):
            for place, wire, script, first in rng.sample(places, len(places)):
                for kind, message in requests(script, first + count // 10 + number).items():
                    began = time.perf_counter()
                    answer = wire.exchange(message)
                    if number >= 0:  # the others are a warm-up
                        seconds[kind, place].append(time.perf_counter() - began)
                    assert answer[9:12] == b"200", answer.decode(errors="replace")
    return seconds


def requests(script: Script, number: int) -> dict[str, bytes]:
    """Return one request of each kind; ``number`` is the number of the ask, from 0."""
    ask, path = script.asks[number], f"/api/v1/games/{script.game}"
    key = {"Idempotency-Key": f"{script.game}-{number}"}
    token = script.tokens[ask.seat]
    return {
        STATE: request("GET", f"{path}/state", token=token),
        ASK: request("POST", f"{path}/ask", token=token, body=ask.body, headers=key),
        LOBBY: request("GET", f"/api/v1/games?status=lobby&limit={PAGE}", token=token),
    }


def row(kind: str, seconds: dict[tuple[str, str], list[float]]) -> Sequence[str]:
    """Return the row of a kind of requests; the list of lobbies does not depend on moves."""
    here, late, full = (
        1000 * statistics.median(seconds[kind, place]) for place in (HERE, LATE, FULL)
    )
    long_game = ("–", "–") if kind == LOBBY else (f"{late:.2f}", f"{late / here:.2f}")
    return (kind, f"{here:.2f}", *long_game, f"{full:.2f}", f"{full / here:.2f}")


if __name__ == "__main__":
    assert connection.vendor == "postgresql", "python -m tests.postgres --durable -- ..."
    assert os.environ["DATABASE_URL"]
    main()

"""Measure how long a player on a slow line and with a slow phone waits for the table.

    python -m bench.loading --rounds 5

Serves a new database on this machine, and slows Chromium down as `tests/web/slow_phone.py` says.
Each round is a browser without a cache that plays at once, then loads the start page and the table
again.
"""

import argparse
from collections.abc import Iterator, Sequence
from statistics import median

from bench.page import block, write
from gofish_api import static_files
from tests.browsing import Visitor, chromium
from tests.servers import UNLIMITED, serving
from tests.web import slow_phone

HEAD = ("", "requests", "kB", "seconds, median", "seconds, worst")
ROWS = ("first visit, until one's cards are shown", "start page again", "table again")


def main() -> None:
    """Print the table, or write it to the documentation."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="update docs/benchmarks.md")
    options = parser.parse_args()
    visits = [*_visits(options.rounds)]
    rows = [_row(name, costs) for name, costs in zip(ROWS, zip(*visits, strict=True), strict=True)]
    what = "bundles" if static_files.has_bundles() else "sources: the bundles are stale"
    text = block(HEAD, rows, f"Medians of {options.rounds} rounds; the server sends the {what}.")
    if options.write:
        write("loading", text)
    else:
        print(text)


def _visits(rounds: int) -> Iterator[slow_phone.Visit]:
    with serving(UNLIMITED) as address, chromium() as browser:
        for _ in range(rounds):
            visitor = Visitor(browser, address, **slow_phone.CONTEXT)
            yield slow_phone.visit(visitor)
            visitor.close()


def _row(name: str, costs: Sequence[slow_phone.Cost]) -> list[str]:
    requests = max(len(cost.addresses) for cost in costs)
    received = max(cost.received for cost in costs) / 1000
    seconds = [cost.seconds for cost in costs]
    return [name, f"{requests}", f"{received:.0f}", f"{median(seconds):.1f}", f"{max(seconds):.1f}"]


if __name__ == "__main__":
    main()

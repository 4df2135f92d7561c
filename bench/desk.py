"""Measure pages of the referee's desk: statements and CPU time, with many games and a long one.

    DATABASE_URL=sqlite:////tmp/desk.sqlite3 python -m bench.desk
    python -m tests.postgres -- python -m bench.desk

Fills the database in `DATABASE_URL`: use an empty one. Times are the median CPU time of this
process for several requests, without the browser and the PostgreSQL server.
"""

import argparse
import os
import statistics
import time

import django
from django.conf import settings


def main() -> None:
    """Fill the database and print one line per page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=2_000)
    parser.add_argument("--requests", type=int, default=7)
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for title, statements, seconds in measured(chosen.games, chosen.moves, chosen.requests):
        print(f"{title:<46} {statements:>3} statements {seconds * 1000:>7.0f} ms")


def measured(games: int, moves: int, requests: int) -> list[tuple[str, int, float]]:
    """Return title, number of statements and seconds of each page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from games.models import Game
    from tests.desk import cases
    from tests.desk.people import at_desk
    from tests.games.test_replay import long_game

    long = long_game(moves)
    Game.objects.filter(pk=long).update(status="over", finished_at=timezone.now())
    if games:
        cases.add_disputed_games(games)
    client = at_desk("bench-desk", "reviewer", "operator")
    pages = {
        f"disputes, {games} of them": "disputes/dispute/",
        "disputes, searched by a name": "disputes/dispute/?q=guest-a",
        "games": "games/game/",
        "the audit": "disputes/auditentry/",
        f"the board of {moves} moves, with its evidence": f"games/game/{long}/board/",
        "a step on it": f"games/game/{long}/table/?move={moves // 2}&seat=truth",
        "a step on it, through a seat's eyes": f"games/game/{long}/table/?move={moves}&seat=1",
    }
    found = []
    for title, path in pages.items():
        took = []
        for _ in range(requests):
            with CaptureQueriesContext(connection) as queries:
                begin = time.process_time()
                answer = client.get(f"/admin/{path}")
                took.append(time.process_time() - begin)
            assert answer.status_code == 200, path
        found.append((title, len(queries), statistics.median(took)))
    return found


if __name__ == "__main__":
    main()

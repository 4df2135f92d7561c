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
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--moves", type=int, default=2_000)
    parser.add_argument("--requests", type=int, default=7)
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for title, statements, seconds in measured(
        chosen.games, chosen.players, chosen.moves, chosen.requests
    ):
        print(f"{title:<46} {statements:>3} statements {seconds * 1000:>7.0f} ms")


def measured(games: int, players: int, moves: int, requests: int) -> list[tuple[str, int, float]]:
    """Return title, number of statements and seconds of each page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from games.disputes.models import Dispute, SeatAddress
    from games.models import Game
    from tests.desk import cases
    from tests.desk.people import at_desk, staff
    from tests.games.test_replay import long_game

    long = long_game(moves)
    Game.objects.filter(pk=long).update(status="over", finished_at=timezone.now())
    if games:
        cases.add_disputed_games(games)
        cases.add_players(players)
        cases.add_rulings(staff("bench-reviewer", "reviewer"))
    client = at_desk("bench-desk", "reviewer", "operator")
    newest = Dispute.objects.order_by("-pk").first()
    busy = 0 if newest is None else newest.complainant_id
    shared = SeatAddress.objects.order_by("-pk").values_list("seat__account", flat=True).first()
    pages = {
        "the first page": "",
        f"disputes, {games} of them": "disputes/dispute/",
        "disputes of all states, by age, reason and people": "disputes/dispute/?state=all&age=new"
        "&reason=other&filed_by=bench-desk&reviewed_by=bench-reviewer",
        f"the page of a player with {games} disputes": f"disputes/dispute/player/{busy}/",
        "the page of a player on a crowded address": f"disputes/dispute/player/{shared}/",
        "statistics of the desk": "disputes/dispute/statistics/",
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

"""Database time of reading ratings among many players and rated games, on PostgreSQL."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from tests.players import Player
from tests.ratings import crowd

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL"),
]

MOST_MS = 20.0
TRIES = 9


class Clock:
    """Measures the statements of requests."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.seconds += time.perf_counter() - began


def database_ms(path: str) -> float:
    """Return the least that a request spends in the database, in milliseconds: the time without
    other work on the machine.
    """
    seen = []
    for _ in range(TRIES):
        clock = Clock()
        with connection.execute_wrapper(clock):
            answer = Player().get(path)
        assert answer.status_code == 200, answer.content
        seen.append(1000 * clock.seconds)
    return min(seen)


def paths(first: str, second: str) -> list[str]:
    """Return what is read: pages of the leaderboard from both ends, and the busiest profiles."""
    board, middle = "/leaderboards/go_fish?limit=100", "Crowd77"
    last = Player().get(f"/players/{first}/ratings?limit=100").json()["next"]
    deep = Player().get(f"/leaderboards/go_fish?around={first}").json()["results"]
    assert deep
    return [
        board,
        Player().get(board).json()["next"].partition("/api/v1")[2],
        f"/leaderboards/go_fish?around={first}",
        f"/players/{first}",
        f"/players/{first}/ratings?limit=100",
        last.partition("/api/v1")[2],
        f"/players/{middle}/ratings",
        f"/players/{first}/ratings/{second}",
    ]


@pytest.mark.django_db
def test_ratings_of_a_small_crowd_can_be_read() -> None:
    first, second = crowd.fill(players=500, games=30_000)

    for path in paths(first, second):
        assert Player().get(path).status_code == 200, path


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_reading_ratings_among_a_million_games_takes_at_most_20_ms_of_database_time(
    record_property: Callable[[str, object], None],
) -> None:
    with transaction.atomic():
        first, second = crowd.fill(players=100_000, games=1_000_000)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")

    measured = {path: database_ms(path) for path in paths(first, second)}

    record_property("counts", {path: round(ms, 1) for path, ms in measured.items()})
    assert {path: ms for path, ms in measured.items() if ms > MOST_MS} == {}

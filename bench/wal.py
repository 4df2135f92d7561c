"""Measure the write-ahead log of asks on PostgreSQL, by table and index, and answers on disk.

    python -m tests.postgres --durable -- python -m bench.wal [--later]

Players ask over the WSGI application with idempotency keys, in games that take turns, so all rows
of an ask are counted. Full pages are counted apart: each page is written whole at its first change
after a checkpoint, so their share falls with the time between checkpoints. ``--later`` measures as
after the migration of 0.4.0.
"""

import argparse
import os
from random import Random
from typing import Any
from uuid import UUID

os.environ["RATES"] = (
    "address=none,account=none,registration=none,registration_tries=none,"
    "creation=none,creation_address=none,keys=none,keys_address=none"
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
os.environ.setdefault("LOG_LEVEL", "WARNING")

import django

django.setup()

import orjson  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from bench.scripted import Script, scripts  # noqa: E402
from games.log.models import StoredAnswer  # noqa: E402
from tests.players import Player  # noqa: E402

WARM_UP = 5  # asks of each game that do not count
SEATS = (2, 3, 4, 6)

BY_RELATION = """
SELECT coalesce(relname, 'others'), resource_manager || '/' || record_type,
    count(DISTINCT start_lsn), sum(block_data_length), sum(block_fpi_length)
FROM pg_get_wal_block_info(%s, %s) AS info
LEFT JOIN pg_class AS class ON pg_relation_filenode(class.oid) = info.relfilenode
GROUP BY 1, 2 ORDER BY 4 DESC
"""
BY_RECORD = """
SELECT "resource_manager/record_type", count, record_size, fpi_size
FROM pg_get_wal_stats(%s, %s, true) WHERE count > 0 ORDER BY record_size DESC
"""

LATER = "DROP INDEX positions_by_deadline"
HOT = "SELECT n_tup_hot_upd, n_tup_upd FROM pg_stat_user_tables WHERE relname = 'games_position'"


def main() -> None:
    """Play, and print the bytes of an ask."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--asks", type=int, default=20, help="of each game, at most")
    parser.add_argument("--later", action="store_true", help="without the index by deadline")
    wanted = parser.parse_args()
    if connection.vendor != "postgresql":
        parser.error("the write-ahead log is that of PostgreSQL: python -m tests.postgres -- ...")
    call_command("migrate", verbosity=0)
    if wanted.later:
        with connection.cursor() as cursor:
            cursor.execute(LATER)
    rng = Random(9)
    games = [
        script
        for seats in SEATS
        for script in scripts(wanted.games // len(SEATS), rng, seats=seats)
    ]
    play(games, range(WARM_UP), rng)
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect")
        cursor.execute("CHECKPOINT")
    begin, before = position(), hot_updates()
    asks = play(games, range(WARM_UP, WARM_UP + wanted.asks), rng)
    report(begin, position(), asks)
    hot, updates = (after - count for after, count in zip(hot_updates(), before, strict=True))
    print(f"updates of positions: {hot:,} of {updates:,} change no index (HOT)")


def play(games: list[Script], numbers: range, rng: Random) -> int:
    """Send the asks of these numbers, one of each game in turn; return how many were sent."""
    sent = 0
    for number in numbers:
        for game in games:
            if number < len(game.asks):
                seat, body = game.asks[number]
                key = str(UUID(int=rng.getrandbits(128), version=4))
                player = Player(game.tokens[seat])
                path = f"/games/{game.game}/ask"
                answer = player.post(path, orjson.loads(body), Idempotency_Key=key)
                assert answer.status_code == 200, answer.content
                sent += 1
    return sent


def position() -> str:
    """Return the end of the write-ahead log, all of it written."""
    return str(_rows("SELECT pg_current_wal_flush_lsn()")[0][0])


def hot_updates() -> tuple[Any, ...]:
    """Return how many updates of positions changed no index, and how many there were."""
    _rows("SELECT pg_stat_force_next_flush()")
    return _rows(HOT)[0]


def report(begin: str, end: str, asks: int) -> None:
    """Print the bytes of an ask by table and by kind of record, and those of a stored answer."""
    print(f"{asks:,} asks\n{'bytes of an ask':50}{'records':>10}{'data':>10}{'full pages':>12}")
    for name, kind, count, data, pages in _rows(BY_RELATION, begin, end):
        _line(f"{name}, {kind}", count, data, pages, asks)
    print()
    records = _rows(BY_RECORD, begin, end)
    for kind, count, size, pages in records:
        _line(kind, count, size, pages, asks)
    counts, sizes, full_pages = (
        sum(map(int, column)) for column in list(zip(*records, strict=True))[1:]
    )
    _line("together, with the heads of records", counts, sizes, full_pages, asks)
    table = StoredAnswer._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM {table}")
    size, indexes = _rows("SELECT pg_table_size(%s), pg_indexes_size(%s)", table, table)[0]
    count = StoredAnswer.objects.count()
    print(f"\nstored answers: {size / count:.0f} bytes each, and {indexes / count:.0f} of indexes")


def _line(name: str, count: int, data: int, pages: int, asks: int) -> None:
    print(f"{name:50}{count / asks:>10.2f}{data / asks:>10.0f}{pages / asks:>12.0f}")


def _rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


if __name__ == "__main__":
    main()

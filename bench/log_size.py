"""Measure the bytes of games on PostgreSQL by table and index: play, store and vacuum a sample.

    python -m tests.postgres -- python -m bench.log_size --games 20000

The database in `DATABASE_URL` must have no games. Presets and numbers of seats are mixed evenly,
and all players ask at random. Moves of concurrent games are stored interleaved, as in production:
an index that is filled in order would be smaller. The write-ahead log is measured with one
transaction per move. At the end all games are archived and measured again.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import django
from django.conf import settings
from tqdm import tqdm

from games.engine import chain, codec, commands, legal, move_texts, referee, shuffle, snapshot
from games.engine.cards import Seat
from games.engine.commands import Command
from games.engine.decide import step
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.engine.refusals import RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.engine.table import Table
from games.engine.transcript import StoredMove
from games.log import ids

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
APART = timedelta(seconds=2)  # between the starts of two games
THINKING = 8.0  # seconds an ask, on average
AT_ONCE = 200  # games whose moves are interleaved
PLAYERS = 1_000
COLUMNS = "game_id, number, seat, schema, command, events, at, digest"
MILLION = 1_000_000

SIZES = """
SELECT c.relname, pg_table_size(c.oid), pg_relation_size(c.oid),
    COALESCE(pg_total_relation_size(NULLIF(c.reltoastrelid, 0)), 0)
FROM pg_class AS c WHERE c.relkind = 'r' AND c.relname = ANY(%s) ORDER BY c.relname
"""
INDEXES = """
SELECT i.relname, pg_relation_size(i.oid) FROM pg_index
JOIN pg_class AS i ON i.oid = indexrelid WHERE indrelid = %s::regclass ORDER BY 1
"""
TABLES = ["games_game", "games_move", "games_position", "games_seat"]
ARCHIVE_TABLES = ["games_archivedgame", "games_archivedictionary"]


class Played(NamedTuple):
    """A finished game that is not stored yet."""

    game_id: int
    preset: str
    rules: Rules
    seats: int
    seed: bytes
    begun: datetime
    moves: list[StoredMove]
    end: State


def play(number: int) -> Played:
    """Play a whole game; its number determines it."""
    rng = Random(number)
    preset, rules, seats = _setting(rng)
    seed = rng.randbytes(shuffle.SEED_BYTES)
    begun = at = BEGIN + number * APART
    state, digest, moves = NEW, chain.genesis(shuffle.commitment(seed)), list[StoredMove]()
    opening: Iterator[tuple[Seat | None, Command]] = iter(
        [
            (None, commands.Create(rules, seats, shuffle.commitment(seed))),
            *((seat, commands.TakeSeat(seat, f"{rng.getrandbits(64):x}")) for seat in range(seats)),
        ]
    )
    while not state.is_over:
        seat, command = next(opening, None) or _next(state, seed, rng)
        events, state = step(state, command)
        if seat is not None:
            at += timedelta(microseconds=int(rng.expovariate(1 / THINKING) * 1e6))
        texts = move_texts.write(command, events)
        written = len(moves) + 1, seat, at, move_texts.NEWEST, *texts
        digest = chain.next_digest(digest, *written, seed=seed)
        moves.append(StoredMove(*written, digest))
    return Played(ids.new_id(begun), preset, rules, seats, seed, begun, moves, state)


def main() -> None:
    """Fill the database, measure it and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    wanted = parser.parse_args()

    from django.core.management import call_command
    from django.db import connection

    from games.log.models import Game

    if connection.vendor != "postgresql":
        raise SystemExit("Sizes are measured on PostgreSQL: python -m tests.postgres -- ...")
    call_command("migrate", verbosity=0)
    if Game.objects.exists():
        raise SystemExit("The database has games already. Use an empty one.")

    players = _register(PLAYERS)
    with ProcessPoolExecutor(wanted.processes) as pool:
        games = pool.map(play, range(wanted.games), chunksize=20)
        shown = iter(tqdm(games, total=wanted.games, unit="game"))
        while some := list(islice(shown, AT_ONCE)):
            store(some, players)
    wal = wal_of_playing(play(wanted.games), players)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (FULL, ANALYZE) games_position")  # its dead rows are reused
        cursor.execute("VACUUM (ANALYZE)")
        report(cursor, wal)
    report_archive()


def store(games: Sequence[Played], players: Sequence[int]) -> None:
    """Store finished games, with all their moves in the order of time."""
    from django.db import connection, transaction

    from games.log.models import Game, GameStatus, Position
    from games.log.models import Seat as SeatRow

    with transaction.atomic():
        Game.objects.bulk_create(
            Game(
                id=game.game_id,
                status=GameStatus.OVER,
                preset=game.preset,
                rules=codec.rules_to_text(game.rules),
                seat_count=game.seats,
                seed=game.seed,
                commitment=shuffle.commitment(game.seed),
                created_at=game.begun,
                finished_at=game.moves[-1].at,
            )
            for game in games
        )
        SeatRow.objects.bulk_create(
            SeatRow(
                game_id=game.game_id,
                number=seat,
                account_id=players[(game.game_id + seat) % len(players)],
            )
            for game in games
            for seat in range(game.seats)
        )
        rows = sorted(
            ((move.at, game.game_id, move) for game in games for move in game.moves),
            key=lambda row: (*row[:2], row[2].number),
        )
        statement = f"COPY games_move ({COLUMNS}) FROM STDIN"
        with connection.cursor() as cursor, cursor.copy(statement) as copy:
            for _, game_id, move in rows:
                number, seat, at, schema, command, events, digest = move
                copy.write_row((game_id, number, seat, schema, command, events, at, digest))
        Position.objects.bulk_create(
            Position(
                game_id=game.game_id,
                version=len(game.moves),
                digest=game.moves[-1].digest,
                state=_state_text(game.end),
            )
            for game in games
        )


def wal_of_playing(game: Played, players: Sequence[int]) -> float:
    """Store a game with one transaction a move; return the bytes of write-ahead log a move."""
    from django.db import connection, transaction

    from games.log import writer
    from games.log.models import Move, Position

    first, *others = game.moves
    store([game._replace(moves=[first])], players)
    Position.objects.filter(game_id=game.game_id).update(state=_state_text(game.end))
    before = _wal_position()
    for move in others:
        with transaction.atomic():
            writer.copy(game.game_id, [move])
            with connection.cursor() as cursor:
                cursor.execute(
                    "UPDATE games_position SET version = %s, digest = %s, state = state || ' ' "
                    "WHERE game_id = %s",
                    [move.number, move.digest, game.game_id],
                )
    written = _wal_position() - before
    assert Move.objects.filter(game_id=game.game_id).count() == len(game.moves)
    return written / len(others)


def report(cursor: Any, wal: float) -> None:
    """Print bytes by table and index, in total, per game and per move."""
    cursor.execute("SELECT count(*), (SELECT count(*) FROM games_game) FROM games_move")
    moves, games = cursor.fetchone()
    print(f"{games:,} games, {moves:,} moves, {moves / games:.1f} moves a game\n")
    print(f"{'':34}{'bytes':>15}{'a game':>10}{'a move':>10}")
    total = 0
    cursor.execute(SIZES, [TABLES])
    for table, whole, main_fork, toast in cursor.fetchall():
        total += _line(table, whole, games, moves)
        if toast > 8192:
            _line(f"  rows {main_fork:,}, toast", toast, games, moves)
        cursor.execute(INDEXES, [table])
        for index, size in cursor.fetchall():
            total += _line(f"  {index}", size, games, moves)
    _line("together", total, games, moves)
    print(f"\n1 million games: {total / games * MILLION / 1e9:.1f} GB")
    print(f"write-ahead log: {wal:.0f} bytes a move, without full page images")


def report_archive() -> None:
    """Archive all games and print the bytes that they take then, with the dictionary."""
    from django.core.management import call_command
    from django.db import connection

    call_command("archive_games", "--older-than", "0d")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("SELECT sum(moves), count(*) FROM games_archivedgame")
        moves, games = cursor.fetchone()
        print(f"\n{games:,} games in the archive")
        total = 0
        for table in ARCHIVE_TABLES:
            cursor.execute("SELECT pg_table_size(%s), pg_indexes_size(%s)", [table, table])
            for name, size in zip((table, "  its indexes"), cursor.fetchone(), strict=True):
                total += _line(name, size, games, moves)
        _line("together", total, games, moves)


def _line(name: str, size: int, games: int, moves: int) -> int:
    print(f"{name:34}{size:>15,}{size / games:>10,.0f}{size / moves:>10,.1f}")
    return size


def _setting(rng: Random) -> tuple[str, Rules, int]:
    while True:
        preset, seats = rng.choice(sorted(PRESETS)), rng.randint(2, MAX_SEATS)
        try:
            return preset, compose(preset).check(seats=seats), seats
        except RulesRefused:
            continue


def _next(state: State, seed: bytes, rng: Random) -> tuple[Seat | None, Command]:
    command = referee.next_command(state, seed)
    if command is not None:
        return None, command
    seat = state.to_act()
    assert seat is not None
    asides = (commands.Resign, commands.Misdeal, commands.Expose)
    listed = legal.legal_commands(Table(state), seat)
    return seat, rng.choice([command for command in listed if not isinstance(command, asides)])


def _state_text(state: State) -> str:
    return codec.canonical(snapshot.write(state))


def _register(count: int) -> list[int]:
    from accounts.models import User

    people = User.objects.bulk_create(User(username=f"player-{n}") for n in range(count))
    return [person.pk for person in people]


def _wal_position() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    django.setup()
    assert settings.configured
    main()

"""Copy the database and fill the copy with copies of one game."""

import os
from urllib.parse import urlsplit

import psycopg
from django.db import connection, models
from psycopg import sql
from tqdm import tqdm

from games.log.models import Game, Move, Position, Seat
from games.log.notify import postgresql

NAME = "gofish_full"
AT_ONCE = 2_000  # games of a transaction
# One copy in ten waits for players, the others are over.
_GAME = {
    "id": "n",
    "status": "CASE WHEN n %% 10 = 0 THEN 'lobby' ELSE 'over' END",
    "finished_at": "CASE WHEN n %% 10 = 0 THEN NULL ELSE created_at END",
}
_OF_GAME = {"game_id": "n"}


def copy() -> str:
    """Copy the database with its data; return the URL of the copy."""
    url = urlsplit(os.environ["DATABASE_URL"])
    # PostgreSQL copies only databases without connections.
    connection.close()
    postgresql.close()
    with psycopg.connect(url._replace(path="/template1").geturl(), autocommit=True) as database:
        names = [sql.Identifier(name) for name in (NAME, url.path.lstrip("/"))]
        database.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    return url._replace(path=f"/{NAME}").geturl()


def fill(url: str, game_id: int, *, games: int) -> None:
    """Store ``games`` copies of a game, with small ids."""
    statements = [
        _copies(Game, _GAME, "id"),
        _copies(Seat, _OF_GAME, "game_id"),
        _copies(Move, _OF_GAME, "game_id"),
        _copies(Position, _OF_GAME | {"deadline": "NULL", "check_at": "NULL"}, "game_id"),
    ]
    with psycopg.connect(url, autocommit=True) as database:
        # The copied rows are valid: skip foreign keys and triggers, and do not wait for the disk.
        database.execute("SET session_replication_role = replica")
        database.execute("SET synchronous_commit = off")
        with tqdm(total=games, desc="filling", leave=False) as progress:
            for first in range(1, games + 1, AT_ONCE):
                last = min(first + AT_ONCE - 1, games)
                with database.transaction():
                    for statement in statements:
                        database.execute(statement, (first, last, game_id))
                progress.update(last - first + 1)
        database.execute("VACUUM (ANALYZE)")
        database.execute("CHECKPOINT")


def _copies(model: type[models.Model], changed: dict[str, str], key: str) -> sql.Composed:
    """Return the statement that copies a game's rows for each ``n``, with some columns changed."""
    fields = model._meta.concrete_fields
    columns = [str(field.column) for field in fields if not isinstance(field, models.AutoField)]
    values = [
        sql.SQL(changed[name]) if name in changed else sql.Identifier(name) for name in columns
    ]
    return sql.SQL(
        "INSERT INTO {table} ({columns}) SELECT {values} "
        "FROM generate_series(%s::bigint, %s::bigint) AS n, {table} WHERE {table}.{key} = %s"
    ).format(
        table=sql.Identifier(model._meta.db_table),
        columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        values=sql.SQL(", ").join(values),
        key=sql.Identifier(key),
    )

"""Create database triggers that keep the move log, the archive, the audit log and the decisions
about tournaments append-only.

Moves can be deleted only if they are archived: all of a game in one statement on PostgreSQL, from
the first on SQLite, and only if the archived game has as many moves and the same last digest.

``games.apps`` creates the triggers again after every ``migrate``: SQLite drops them when it remakes
a table.
"""

from typing import Any, NamedTuple

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper


class Guarded(NamedTuple):
    """A table's title in error messages, and the SQL condition under which a row replaces one."""

    title: str
    is_same: str


MOVES = "games_move"
GUARDED_TABLES = {
    MOVES: Guarded("the move log", "game_id = NEW.game_id AND number = NEW.number"),
    "games_archivedgame": Guarded("the archive", "game_id = NEW.game_id AND moves = NEW.moves"),
    "games_archivedictionary": Guarded("the archive", "id = NEW.id"),
    "disputes_auditentry": Guarded("the audit", "id = NEW.id"),  # the title is in created triggers
    "tournaments_tournamentdecision": Guarded(
        "the decisions", "tournament_id = NEW.tournament_id AND number = NEW.number"
    ),
}

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % on % refused', TG_ARGV[0], TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
# Runs as the owner of the tables: it locks positions, which the role that deletes may not do. The
# lock keeps writers out until the commit. No schema of that role's choice is searched.
_POSTGRESQL_REMOVAL = """
CREATE OR REPLACE FUNCTION games_refuse_removal() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    PERFORM FROM games_position WHERE game_id IN (SELECT game_id FROM gone)
        ORDER BY game_id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM gone) OR EXISTS (
        SELECT FROM (SELECT game_id, count(*) AS moves FROM gone GROUP BY game_id) AS removed
        WHERE EXISTS (SELECT FROM games_move AS left_over WHERE left_over.game_id = removed.game_id)
        OR NOT EXISTS (
            SELECT FROM games_archivedgame AS archived
            JOIN games_position AS position ON position.game_id = archived.game_id
                AND position.version = archived.moves AND position.digest = archived.digest
            JOIN gone AS last ON last.game_id = archived.game_id
                AND last.number = archived.moves AND last.digest = archived.digest
            WHERE archived.game_id = removed.game_id AND archived.moves = removed.moves
        )
    ) THEN
        RAISE EXCEPTION '% is append-only: % on % refused for moves that are not archived',
            TG_ARGV[0], TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$
"""
_POSTGRESQL = {
    "{table}_append_only": (
        "BEFORE {changes} ON {part} "
        "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change('{title}')"
    ),
}
_POSTGRESQL_OF_MOVES = {
    "{table}_removal_append_only": (
        "AFTER DELETE ON {part} REFERENCING OLD TABLE AS gone "
        "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_removal('{title}')"
    ),
}
# The table and its partitions: a trigger of the table does not fire for a statement on a partition.
_POSTGRESQL_PARTS = """
SELECT %s::regclass::text UNION SELECT relid::regclass::text FROM pg_partition_tree(%s::regclass)
"""
# INSERT OR REPLACE deletes without firing DELETE triggers, so an insert over a row is refused too.
_SQLITE = {
    "update": "BEFORE UPDATE ON {table}",
    "delete": "BEFORE DELETE ON {table}",
    "replace": ("BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {is_same})"),
}
# SQLite has triggers for rows only, and deletes the rows of a game in the order of their numbers.
# So the first is compared with the archive, and each other follows one that was.
_SQLITE_REMOVAL = """
BEFORE DELETE ON games_move WHEN NOT EXISTS (
    SELECT 1 FROM games_archivedgame AS archived WHERE archived.game_id = OLD.game_id AND (
        (OLD.number > 1 AND NOT EXISTS (
            SELECT 1 FROM games_move AS earlier
            WHERE earlier.game_id = OLD.game_id AND earlier.number < OLD.number
        ))
        OR (OLD.number = 1
            AND archived.moves = (
                SELECT count(*) FROM games_move AS each WHERE each.game_id = OLD.game_id)
            AND archived.digest = (
                SELECT last.digest FROM games_move AS last
                WHERE last.game_id = OLD.game_id AND last.number = archived.moves)
        )
    )
)"""


def guard(using: str = "default") -> None:
    """Create the triggers on the tables that exist."""
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor:
        existing = connection.introspection.table_names(cursor)
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
            cursor.execute(_POSTGRESQL_REMOVAL.format(schema=_schema(cursor)))
        for table in GUARDED_TABLES.keys() & set(existing):
            if connection.vendor == "postgresql":
                _guard_on_postgresql(cursor, table)
            else:
                _guard_on_sqlite(cursor, table, is_archive_there="games_archivedgame" in existing)


def unguard(using: str = "default") -> None:
    """Drop the triggers. Only for tests that empty their tables."""
    with connections[using].cursor() as cursor:
        for table in GUARDED_TABLES:
            if connections[using].vendor == "postgresql":
                for part in _parts(cursor, table):
                    for name in _POSTGRESQL | _POSTGRESQL_OF_MOVES:
                        cursor.execute(
                            f"DROP TRIGGER IF EXISTS {name.format(table=table)} ON {part}"
                        )
            else:
                for name in _SQLITE:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{name}")


def guard_after_migrate(*, using: str, **_: Any) -> None:
    """Handle ``post_migrate``: guard the tables that exist by now."""
    guard(using)


def close_before_migrate(*, using: str, **_: Any) -> None:
    """Handle ``pre_migrate``: let no move be deleted on SQLite until the migration ends.

    SQLite cannot rename a table while a trigger of another one names it.
    """
    connection = connections[using]
    if connection.vendor != "sqlite":
        return
    with transaction.atomic(using=using), connection.cursor() as cursor:
        if MOVES in connection.introspection.table_names(cursor):
            _guard_on_sqlite(cursor, MOVES, is_archive_there=False)


def _guard_on_postgresql(cursor: CursorWrapper, table: str) -> None:
    is_moves = table == MOVES
    changes = "UPDATE OR TRUNCATE" if is_moves else "UPDATE OR DELETE OR TRUNCATE"
    for part in _parts(cursor, table):
        for name, when in (_POSTGRESQL | (_POSTGRESQL_OF_MOVES if is_moves else {})).items():
            trigger = f"CREATE OR REPLACE TRIGGER {name} {when}"
            title = GUARDED_TABLES[table].title
            cursor.execute(trigger.format(table=table, part=part, changes=changes, title=title))


def _guard_on_sqlite(cursor: CursorWrapper, table: str, *, is_archive_there: bool) -> None:
    title, is_same = GUARDED_TABLES[table]
    for name, when in _SQLITE.items():
        if (table, name) == (MOVES, "delete") and is_archive_there:
            when = _SQLITE_REMOVAL
        cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{name}")
        cursor.execute(
            f"CREATE TRIGGER {table}_no_{name} {when.format(table=table, is_same=is_same)} "
            f"BEGIN SELECT RAISE(ABORT, '{title} is append-only: {name} refused'); END"
        )


def _schema(cursor: CursorWrapper) -> str:
    cursor.execute("SELECT quote_ident(current_schema())")
    name: str = cursor.fetchone()[0]
    return name


def _parts(cursor: CursorWrapper, table: str) -> list[str]:
    cursor.execute(_POSTGRESQL_PARTS, [table, table])
    return [name for (name,) in cursor.fetchall()]

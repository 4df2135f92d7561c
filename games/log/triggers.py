"""Create database triggers that keep the move log and the audit log append-only.

``games.apps`` creates them again after every ``migrate``: SQLite drops them when it remakes a
table.
"""

from typing import Any, NamedTuple

from django.db import connections
from django.db.backends.utils import CursorWrapper


class Guarded(NamedTuple):
    """A table's title in error messages, and the SQL condition under which a new row replaces
    another.
    """

    title: str
    is_same: str


GUARDED_TABLES = {
    "games_move": Guarded("the move log", "game_id = NEW.game_id AND number = NEW.number"),
    "disputes_auditentry": Guarded("the audit", "id = NEW.id"),  # the title is in created triggers
}

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % on % refused', TG_ARGV[0], TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
_POSTGRESQL = """
CREATE OR REPLACE TRIGGER {table}_append_only
BEFORE UPDATE OR DELETE OR TRUNCATE ON {part}
FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change('{title}')
"""
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


def guard(using: str = "default") -> None:
    """Create missing triggers on the tables that exist."""
    existing = connections[using].introspection.table_names()
    with connections[using].cursor() as cursor:
        if connections[using].vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for table in GUARDED_TABLES.keys() & set(existing):
            _guard(cursor, table)


def unguard(using: str = "default") -> None:
    """Drop the triggers. Only for tests that empty their tables."""
    with connections[using].cursor() as cursor:
        for table in GUARDED_TABLES:
            if connections[using].vendor == "postgresql":
                for part in _parts(cursor, table):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_append_only ON {part}")
            else:
                for name in _SQLITE:
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{name}")


def guard_after_migrate(*, using: str, **_: Any) -> None:
    """Handle ``post_migrate``: guard the tables that exist by now."""
    guard(using)


def _guard(cursor: CursorWrapper, table: str) -> None:
    title, is_same = GUARDED_TABLES[table]
    if cursor.db.vendor == "postgresql":
        for part in _parts(cursor, table):
            cursor.execute(_POSTGRESQL.format(table=table, part=part, title=title))
        return
    for name, when in _SQLITE.items():
        cursor.execute(
            f"CREATE TRIGGER IF NOT EXISTS {table}_no_{name} "
            f"{when.format(table=table, is_same=is_same)} "
            f"BEGIN SELECT RAISE(ABORT, '{title} is append-only: {name} refused'); END"
        )


def _parts(cursor: CursorWrapper, table: str) -> list[str]:
    cursor.execute(_POSTGRESQL_PARTS, [table, table])
    return [name for (name,) in cursor.fetchall()]

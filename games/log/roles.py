"""Grant PostgreSQL roles what they need, and nothing that could change the log: one for the
service, and one to archive games.

The owner of a table can disable its triggers. So in production no role owns tables. Run the
grants again after every migration: new tables are closed to the roles until then.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from games.log.triggers import GUARDED_TABLES

READ_ONLY_TABLES = ("django_migrations", "games_archivedgame", "games_archivedictionary")
"""Tables that the service only reads."""
_ARCHIVING = {
    "games_game": "SELECT",
    "games_position": "SELECT",
    "games_move": "SELECT, DELETE",
    "disputes_dispute": "SELECT",
    "games_archivedgame": "SELECT, INSERT",
    "games_archivedictionary": "SELECT, INSERT",
}
"""What the role that archives may do. Triggers permit it to delete archived moves only."""


class RoleUnfit(Exception):
    """The role does not exist, or could bypass the triggers."""


class SchemaTable(NamedTuple):
    """A table of the schema, and whether it is a partition of another."""

    name: str
    is_partition: bool


_TABLES = """
SELECT c.relname, c.relispartition FROM pg_class AS c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY c.relname
"""
_RIGHTS = """
SELECT c.relname, has_table_privilege(c.oid, 'SELECT'), has_table_privilege(c.oid, 'INSERT'),
    has_table_privilege(c.oid, 'UPDATE'), has_table_privilege(c.oid, 'DELETE')
FROM pg_class AS c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT c.relispartition
ORDER BY c.relname
"""
_ROLE = """
SELECT role.rolsuper,
    pg_has_role(role.oid, current_user, 'MEMBER'),
    EXISTS (SELECT FROM pg_class AS c WHERE c.relowner = role.oid AND c.relkind IN ('r', 'p')),
    has_parameter_privilege(role.oid, 'session_replication_role', 'SET')
FROM pg_roles AS role WHERE role.rolname = %s
"""


def grant(role: str, using: str = "default") -> list[str]:
    """Grant a role what the service needs, revoke everything else, and return the tables that are
    append-only for it.

    The owner of the tables runs it after every ``migrate``. It is idempotent.

    :raises RoleUnfit: if the role does not exist, or could disable the triggers.
    """
    _grant(role, _rights, using, adds_numbered_rows=True)
    return [table for table in GUARDED_TABLES if table not in READ_ONLY_TABLES]


def grant_archiving(role: str, using: str = "default") -> None:
    """Grant a role what ``archive_games`` needs, and revoke everything else.

    The owner of the tables runs it after every ``migrate``. It is idempotent.

    :raises RoleUnfit: if the role does not exist, or could disable the triggers.
    """
    _grant(role, lambda table: _ARCHIVING.get(table, ""), using, adds_numbered_rows=False)


def fault_of_own_role(using: str = "default") -> str:
    """Return what is wrong with the role of the connection as the service's, or an empty text."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT current_user")
        [role] = cursor.fetchone()
        cursor.execute(_ROLE, [role])
        is_superuser, _, owns_tables, skips_triggers = cursor.fetchone()
        if is_superuser or owns_tables or skips_triggers:
            return (
                f"{role} could change the log, as it is a superuser, owns tables or skips triggers."
            )
        cursor.execute(_RIGHTS)
        wrong = [table for table, *has in cursor.fetchall() if has != _has(_rights(table))]
    if wrong:
        return f"{role} has other rights on {wrong[0]} than it needs: run grant_application_role again."
    return ""


def _has(rights: str) -> list[bool]:
    """Return which rights are among these, in the order of ``_RIGHTS``."""
    return [right in rights.split(", ") for right in ("SELECT", "INSERT", "UPDATE", "DELETE")]


def _grant(
    role: str, rights_on: Callable[[str], str], using: str, *, adds_numbered_rows: bool
) -> None:
    connection = connections[using]
    quote = connection.ops.quote_name
    with transaction.atomic(using=using), connection.cursor() as cursor:
        _check(cursor, role)
        cursor.execute("SELECT current_schema()")
        schema, grantee = quote(cursor.fetchone()[0]), quote(role)
        cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {grantee}")
        cursor.execute(f"REVOKE ALL ON SCHEMA {schema} FROM {grantee}")
        cursor.execute(f"ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM {grantee}")
        cursor.execute(f"GRANT USAGE ON SCHEMA {schema} TO {grantee}")
        if adds_numbered_rows:
            cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {grantee}")
        for table in _tables(cursor):
            rights = rights_on(table.name)
            # Partitions are reached through their table, with its rights.
            if rights and not table.is_partition:
                cursor.execute(f"GRANT {rights} ON {quote(table.name)} TO {grantee}")


def _check(cursor: CursorWrapper, role: str) -> None:
    cursor.execute(_ROLE, [role])
    row = cursor.fetchone()
    if row is None:
        raise RoleUnfit(f"There is no role {role}: CREATE ROLE {role} LOGIN PASSWORD '…' first.")
    is_superuser, is_owner, owns_tables, skips_triggers = row
    if is_superuser:
        raise RoleUnfit(f"{role} is a superuser: grants do not restrict it.")
    if is_owner:
        raise RoleUnfit(f"{role} is the owner of the tables or a member of that role.")
    if owns_tables:
        raise RoleUnfit(f"{role} owns tables: the service's role must own none.")
    if skips_triggers:
        raise RoleUnfit(f"{role} may set session_replication_role, which skips triggers.")


def _tables(cursor: CursorWrapper) -> list[SchemaTable]:
    cursor.execute(_TABLES)
    return [SchemaTable(*row) for row in cursor.fetchall()]


def _rights(table: str) -> str:
    if table in READ_ONLY_TABLES:
        return "SELECT"
    return "SELECT, INSERT" if table in GUARDED_TABLES else "SELECT, INSERT, UPDATE, DELETE"

"""Grant the service's PostgreSQL role what it needs, and nothing that could change the log.

The owner of a table can disable its triggers. So in production the service runs as a role that owns
no tables. Run the grants again after every migration: new tables are closed to the role until then.
"""

from typing import NamedTuple

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from games.log.triggers import GUARDED_TABLES

READ_ONLY_TABLES = ("django_migrations",)


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
_ROLE = """
SELECT role.rolsuper,
    pg_has_role(role.oid, current_user, 'MEMBER'),
    EXISTS (SELECT FROM pg_class AS c WHERE c.relowner = role.oid AND c.relkind IN ('r', 'p')),
    has_parameter_privilege(role.oid, 'session_replication_role', 'SET')
FROM pg_roles AS role WHERE role.rolname = %s
"""


def grant(role: str, using: str = "default") -> list[str]:
    """Grant a role what the service needs, revoke all else, and return the tables that are
    append-only for it.

    The owner of the tables runs it after every ``migrate``. It is idempotent.

    :raises RoleUnfit: if the role does not exist, or could disable the triggers.
    """
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
        cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {grantee}")
        for table in _tables(cursor):
            # Partitions are reached through their table, with its rights.
            if not table.is_partition:
                cursor.execute(f"GRANT {_rights(table.name)} ON {quote(table.name)} TO {grantee}")
    return list(GUARDED_TABLES)


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
    if table in GUARDED_TABLES:
        return "SELECT, INSERT"
    return "SELECT" if table in READ_ONLY_TABLES else "SELECT, INSERT, UPDATE, DELETE"

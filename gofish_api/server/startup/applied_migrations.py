"""The check that the database is migrated: before a process starts, or after a command failed."""

from django.core.management.base import CommandError

from gofish_api.observability.health import DatabaseCheck


def check() -> None:
    """Check that all migrations of this code are applied.

    An unreachable database passes: the processes wait for it.

    :raises CommandError: a migration is missing.
    """
    if DatabaseCheck.shared().found_in_time()["migrations"] == "missing":
        raise CommandError(
            "The database has no tables, or those of an older version: "
            "run `python manage.py migrate`, then try again."
        )

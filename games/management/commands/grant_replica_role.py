"""Grant the database role of ``REPLICA_URL`` its privileges (PostgreSQL)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.log import roles


class Command(BaseCommand):
    help = (
        "Grant the database role of REPLICA_URL the privileges that it needs. It can read games "
        "and their moves, and change nothing. Run this on the writer, as the owner of the tables, "
        "after every migrate; replicas receive it. It is safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="name of the role; it must exist and own no tables")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("This command needs PostgreSQL. SQLite has no roles.")
        try:
            roles.grant_reading(role)
        except roles.RoleUnfit as unfit:
            raise CommandError(str(unfit)) from None
        self.stdout.write(f"Granted. {role} can read the moves of games and nothing else.")

"""Grant the database role that archives games its privileges (PostgreSQL)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.log import roles


class Command(BaseCommand):
    help = (
        "Grant the database role that runs archive_games the privileges that it needs. It can "
        "delete moves, which the database allows for archived ones only. Run this as the owner of "
        "the tables after every migrate. It is safe to repeat."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="name of the role; it must exist and own no tables")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("This command needs PostgreSQL. SQLite has no roles.")
        try:
            roles.grant_archiving(role)
        except roles.RoleUnfit as unfit:
            raise CommandError(str(unfit)) from None
        self.stdout.write(f"Granted. {role} can archive games and nothing else.")

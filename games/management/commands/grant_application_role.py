"""Let the service's own role play and keep it from changing the move log (PostgreSQL)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.log import roles


class Command(BaseCommand):
    help = (
        "Grant the role that the service runs as what it needs, and no more: it may add moves and never change or "
        "remove one. Run it as the owner of the tables after every migrate; it may run again and again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="name of the role; it must exist and own nothing")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no roles: only the triggers guard the log there.")
        try:
            guarded = roles.grant(role)
        except roles.RoleUnfit as unfit:
            raise CommandError(str(unfit)) from None
        self.stdout.write(f"{role} may play, and only add to {', '.join(guarded)}.")

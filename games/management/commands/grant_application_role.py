"""Grant the service's database role its privileges, none to change the log (PostgreSQL)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.log import roles


class GrantCommand(BaseCommand):
    """A command whose argument is a role of PostgreSQL."""

    def grant(self, role: str) -> str:
        """Grant the privileges; return what the role can do now, after "can".

        :raises RoleUnfit: if the role must not have them.
        """
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="name of the role; it must exist and own no tables")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(
                "This command needs PostgreSQL. SQLite has no roles: there only triggers protect the log."
            )
        try:
            rights = self.grant(role)
        except roles.RoleUnfit as unfit:
            raise CommandError(str(unfit)) from None
        self.stdout.write(f"Granted. {role} can {rights}.")


class Command(GrantCommand):
    help = (
        "Grant the database role of the service the privileges that it needs. It can add moves, "
        "but not change or delete them. Run this as the owner of the tables after every migrate. "
        "It is safe to repeat."
    )

    def grant(self, role: str) -> str:
        return f"only add to {', '.join(roles.grant(role))}"

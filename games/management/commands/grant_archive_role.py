"""Grant the database role that archives games its privileges (PostgreSQL)."""

from games.log import roles
from games.management.commands.grant_application_role import GrantCommand


class Command(GrantCommand):
    help = (
        "Grant the database role that runs archive_games the privileges that it needs. It can "
        "delete moves, which the database allows for archived ones only. Run this as the owner of "
        "the tables after every migrate. It is safe to repeat."
    )

    def grant(self, role: str) -> str:
        roles.grant_archiving(role)
        return "archive games and nothing else"

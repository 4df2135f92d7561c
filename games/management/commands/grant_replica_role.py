"""Grant the database role of ``REPLICA_URL`` its privileges (PostgreSQL)."""

from games.log import roles
from games.management.granting import GrantCommand


class Command(GrantCommand):
    help = (
        "Grant the database role of REPLICA_URL the privileges that it needs. It can read games "
        "and their moves, and change nothing. Run this on the writer, as the owner of the tables, "
        "after every migrate; replicas receive it. It is safe to repeat."
    )

    def grant(self, role: str) -> str:
        roles.grant_reading(role)
        return "read the moves of games and nothing else"

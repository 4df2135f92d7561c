"""Grant the service's database role its privileges, none to change the log (PostgreSQL)."""

from games.log import roles
from games.management.granting import GrantCommand


class Command(GrantCommand):
    help = (
        "Grant the database role of the service the privileges that it needs. It can add moves, "
        "but not change or delete them. Run this as the owner of the tables after every migrate. "
        "It is safe to repeat."
    )

    def grant(self, role: str) -> str:
        return f"only add to {', '.join(roles.grant(role))}"

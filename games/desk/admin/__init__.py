"""The referee's desk in Django's admin: games, disputes, rulings and the audit log.

Nothing is edited here: only players' commands and rulings change a game.
"""

from games.desk.admin.audit_list import AuditAdmin
from games.desk.admin.cases import DisputeAdmin
from games.desk.admin.games import GameAdmin

__all__ = ["AuditAdmin", "DisputeAdmin", "GameAdmin"]

"""The referee's desk in Django's admin: games, disputes, rulings and the audit log.

Nothing is edited here: only players' commands and rulings change a game.
"""

from games.desk.admin.cases import DisputeAdmin
from games.desk.admin.games import GameAdmin
from games.desk.admin.statistics_page import AuditAdmin

__all__ = ["AuditAdmin", "DisputeAdmin", "GameAdmin"]

"""The referee's desk in Django's admin: games, disputes, rulings and their audit.

What happens in a game is changed by its players, through ``play``, and by rulings; nothing is edited here.
"""

from games.admin.audit import AuditAdmin
from games.admin.cases import DisputeAdmin
from games.admin.games import GameAdmin

__all__ = ["AuditAdmin", "DisputeAdmin", "GameAdmin"]

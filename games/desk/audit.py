"""Write the audit log of reviewers' work, which is append-only."""

from datetime import datetime

from accounts.models import User
from games.desk.models import Dispute
from games.log import head_reader
from games.log.models import Game
from games.play.models import Action, AuditEntry


def record(
    actor: User, action: Action, target: Game | Dispute | User, why: str, *, now: datetime
) -> None:
    """Record what a reviewer did to a game, a dispute or a player, and why.

    An entry about a game has the version of the game.
    """
    if isinstance(target, User):
        AuditEntry.objects.create(at=now, actor=actor, action=action, player=target, why=why)
        return
    dispute = target if isinstance(target, Dispute) else None
    game_id = target.pk if dispute is None else dispute.game_id
    AuditEntry.objects.create(
        at=now,
        actor=actor,
        action=action,
        game_id=game_id,
        dispute=dispute,
        move=head_reader.versions([game_id]).get(game_id, 0),
        why=why,
    )

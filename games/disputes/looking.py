"""Looking behind the cards: who may, what is recorded, and what the players learn of it.

A look into a running game needs its own permission and a reason, and is told to its players when the game is over.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.disputes import audit
from games.disputes.claiming import PERMISSION, has_played
from games.disputes.models import Action, AuditEntry, Dispute
from games.disputes.refusals import NotPermitted, ReasonsMissing, ReviewerInvolved
from games.models import Game, Status

PERMISSION_WHILE_RUNNING = "disputes.look_into_running_games"


class Look(NamedTuple):
    """A look that players are told of: when, after which move, and the reason that was given."""

    at: datetime
    move: int
    why: str


def look(
    game: Game, reviewer: User, *, dispute: Dispute | None = None, why: str = "", now: datetime
) -> None:
    """Record that a reviewer looks at the whole truth of a game. Call it before any hidden card is shown.

    :raises NotPermitted: if he may not, or not while the game runs.
    :raises ReviewerInvolved: if he played the game.
    :raises ReasonsMissing: if the game runs and he does not say why.
    """
    is_running = game.status != Status.OVER
    if not reviewer.has_perm(PERMISSION):
        raise NotPermitted("This is for reviewers.")
    if has_played(game.pk, reviewer):
        raise ReviewerInvolved("You played this game.")
    if is_running and not reviewer.has_perm(PERMISSION_WHILE_RUNNING):
        raise NotPermitted("You may not look at hidden cards while a game runs.")
    if is_running and not why.strip():
        raise ReasonsMissing("Say why: the players will read it when the game is over.")
    action = Action.LOOKED_INTO_RUNNING if is_running else Action.LOOKED
    audit.record(reviewer, action, dispute or game, why.strip(), now=now)


def disclosed(game: Game) -> list[Look]:
    """Return the looks that the players of a game are told of, oldest first; none while it runs."""
    if game.status != Status.OVER:
        return []
    looks = AuditEntry.objects.filter(game=game, action=Action.LOOKED_INTO_RUNNING).order_by("pk")
    return [Look(*row) for row in looks.values_list("at", "move", "why")]


def looked_into(game_ids: Collection[int]) -> set[int]:
    """Return which of these games were looked into while they ran, and are over."""
    if not game_ids:
        return set()
    looks = AuditEntry.objects.filter(
        game_id__in=game_ids, game__status=Status.OVER, action=Action.LOOKED_INTO_RUNNING
    )
    return set(looks.values_list("game_id", flat=True))

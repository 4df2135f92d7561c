"""Control reviewers' access to hidden cards, record it, and disclose it to the players.

Access to a running game needs its own permission and a reason, and its players are notified when
the game is over. Access lasts ``ACCESS_DURATION`` from its entry in the audit log. Every view of
hidden cards calls :func:`sees_hidden_cards`, so a revoked permission, a suspension or a seat ends
it at once.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from accounts import locks
from accounts.models import User
from games.desk import audit, involvement
from games.desk.claiming import PERMISSION
from games.desk.models import Dispute, UndisclosedAccess
from games.desk.refusals import NotPermitted, ReasonsMissing
from games.engine.refusals import NotStarted
from games.log.models import Game, GameStatus
from games.log.refusals import REFUSALS
from games.play.models import Action, AuditEntry

PERMISSION_WHILE_RUNNING = "disputes.look_into_running_games"
ACCESS_DURATION = timedelta(hours=1)
ACCESS_ACTIONS = (Action.ACCESSED, Action.ACCESSED_RUNNING)


class HiddenAccess(NamedTuple):
    """An access that is disclosed to players: its time, the last move by then, and the reason."""

    at: datetime
    move: int
    why: str


def sees_hidden_cards(
    game: Game, reviewer: User, *, dispute: Dispute | None = None, now: datetime
) -> bool:
    """Return whether hidden cards of a game may be shown. Call it each time before they are.

    Opening a finished game counts as access and is recorded. ``reviewer`` must be fresh from the
    database.
    """
    try:
        check_access(game, reviewer, now=now)
    except REFUSALS:
        return False
    entries = AuditEntry.objects.filter(actor=reviewer, game=game, action__in=ACCESS_ACTIONS)
    if entries.filter(at__gt=now - ACCESS_DURATION).exists():
        return True
    if game.status != GameStatus.OVER:
        return False
    audit.record(reviewer, Action.ACCESSED, dispute or game, "", now=now)
    return True


def record_access(
    game: Game, reviewer: User, *, dispute: Dispute | None = None, why: str = "", now: datetime
) -> None:
    """Record access to the hidden cards of a game; the reviewer sees them for ``ACCESS_DURATION``.

    :raises NotPermitted: if the reviewer lacks a permission or is suspended.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises NotStarted: if the game has not started, because the reviewer could still take a seat.
    :raises ReasonsMissing: if the game is running and no reason is given.
    """
    check_access(game, reviewer, now=now)
    is_running = game.status != GameStatus.OVER
    if is_running and not why.strip():
        raise ReasonsMissing("Give a reason. The players read it when the game is over.")
    action = Action.ACCESSED_RUNNING if is_running else Action.ACCESSED
    with transaction.atomic():
        audit.record(reviewer, action, dispute or game, why.strip(), now=now)
        if is_running:
            UndisclosedAccess.objects.get_or_create(game=game)


def check_access(game: Game, reviewer: User, *, now: datetime) -> None:
    """Check that a reviewer may see the hidden cards of a game.

    :raises NotPermitted: if the reviewer lacks a permission or is suspended.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises NotStarted: if the game has not started.
    """
    if not reviewer.has_perm(PERMISSION) or locks.is_suspended(reviewer, now=now):
        raise NotPermitted("Only reviewers can do this.")
    involvement.check_not_involved(game.pk, reviewer)
    if game.status == GameStatus.OVER:
        return
    if game.status != GameStatus.RUNNING:
        raise NotStarted("This game has not started, so it has no hidden cards yet.")
    if not reviewer.has_perm(PERMISSION_WHILE_RUNNING):
        raise NotPermitted("You lack the permission to see hidden cards of a running game.")


def obstacle(game: Game, reviewer: User, *, now: datetime) -> str:
    """Return why a reviewer may not see the hidden cards of a game, or "" if they may."""
    try:
        check_access(game, reviewer, now=now)
    except REFUSALS as refusal:
        return str(refusal)
    return ""


def disclosed_accesses(game: Game) -> list[HiddenAccess]:
    """Return the accesses that players may see, oldest first; none until the game is over."""
    if game.status != GameStatus.OVER:
        return []
    entries = AuditEntry.objects.filter(game=game, action=Action.ACCESSED_RUNNING).order_by("pk")
    rows = entries.values_list("at", "move", "why")
    return [HiddenAccess(at, move, why) for at, move, why in rows if move is not None]

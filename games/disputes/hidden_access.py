"""Looking at hidden cards: who may, what is recorded, and what the players learn of it.

A look into a running game needs its own permission and a reason, and its players are told when the game is over. A
look lasts ``ACCESS_DURATION`` by the audit. Every view of hidden cards asks :func:`sees_hidden_cards`, so that a
permission
taken away, a suspension or a seat ends a look at once.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from accounts import suspensions
from accounts.models import User
from games.disputes import audit, involvement
from games.disputes.claiming import PERMISSION
from games.disputes.models import Action, AuditEntry, Dispute, LookToTell
from games.disputes.refusals import HasSeenHiddenCards, NotPermitted, ReasonsMissing
from games.engine.refusals import NotStarted, Refusal
from games.models import Game, GameStatus

PERMISSION_WHILE_RUNNING = "disputes.look_into_running_games"
ACCESS_DURATION = timedelta(hours=1)
ACCESS_ACTIONS = (Action.LOOKED, Action.LOOKED_INTO_RUNNING)


class HiddenAccess(NamedTuple):
    """A look that players are told of: when, after which move, and the reason that was given."""

    at: datetime
    move: int
    why: str


def sees_hidden_cards(
    game: Game, reviewer: User, *, dispute: Dispute | None = None, now: datetime
) -> bool:
    """Return whether hidden cards of a game may be shown now; call it before each time that they are.

    Opening a finished game is a look by itself, and recorded. The account is to be as the database has it now.
    """
    try:
        check_access(game, reviewer, now=now)
    except Refusal:
        return False
    entries = AuditEntry.objects.filter(actor=reviewer, game=game, action__in=ACCESS_ACTIONS)
    if entries.filter(at__gt=now - ACCESS_DURATION).exists():
        return True
    if game.status != GameStatus.OVER:
        return False
    audit.record(reviewer, Action.LOOKED, dispute or game, "", now=now)
    return True


def record_access(
    game: Game, reviewer: User, *, dispute: Dispute | None = None, why: str = "", now: datetime
) -> None:
    """Record that a reviewer looks at hidden cards of a game, who then sees them for ``ACCESS_DURATION``.

    :raises NotPermitted: if the reviewer may not look, or not while the game runs.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises NotStarted: if the game has not started, so that the reviewer could still take a seat.
    :raises ReasonsMissing: if the game runs and no reason is given.
    """
    check_access(game, reviewer, now=now)
    is_running = game.status != GameStatus.OVER
    if is_running and not why.strip():
        raise ReasonsMissing("Say why: the players will read it when the game is over.")
    action = Action.LOOKED_INTO_RUNNING if is_running else Action.LOOKED
    with transaction.atomic():
        audit.record(reviewer, action, dispute or game, why.strip(), now=now)
        if is_running:
            LookToTell.objects.get_or_create(game=game)


def check_access(game: Game, reviewer: User, *, now: datetime) -> None:
    """Let a reviewer pass who may see the hidden cards of a game, given a reason if it runs.

    :raises NotPermitted: if the reviewer may not, or not while the game runs.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises NotStarted: if the game has not started.
    """
    if not reviewer.has_perm(PERMISSION) or suspensions.is_suspended(reviewer, now=now):
        raise NotPermitted("This is for reviewers.")
    involvement.check(game.pk, reviewer)
    if game.status == GameStatus.OVER:
        return
    if game.status != GameStatus.RUNNING:
        raise NotStarted("This game has not started: there are no hidden cards to look at yet.")
    if not reviewer.has_perm(PERMISSION_WHILE_RUNNING):
        raise NotPermitted("You may not look at hidden cards while a game runs.")


def check_may_take_seat(game_id: int, account_id: int) -> None:
    """Let an account take a seat unless it, its owner or one of their bots has seen the game's hidden cards.

    :raises HasSeenHiddenCards: if one of them looked into the game while it was not over.
    """
    looks = AuditEntry.objects.filter(game=game_id, action=Action.LOOKED_INTO_RUNNING)
    # Rare, so that a seat mostly costs one look at an index.
    actors = set(looks.order_by().values_list("actor", flat=True))
    if not actors:
        return
    account = User.objects.get(pk=account_id)
    if involvement.owner_and_bots(account).filter(pk__in=actors).exists():
        raise HasSeenHiddenCards(
            "You, or a bot or owner of yours, have seen hidden cards of this game."
        )


def disclosed_accesses(game: Game) -> list[HiddenAccess]:
    """Return the looks that the players of a game are told of, oldest first; none while it runs."""
    if game.status != GameStatus.OVER:
        return []
    looks = AuditEntry.objects.filter(game=game, action=Action.LOOKED_INTO_RUNNING).order_by("pk")
    return [HiddenAccess(*row) for row in looks.values_list("at", "move", "why")]


def accessed_games(game_ids: Collection[int]) -> set[int]:
    """Return which of these games were looked into while they ran, and are over."""
    if not game_ids:
        return set()
    looks = AuditEntry.objects.filter(
        game_id__in=game_ids, game__status=GameStatus.OVER, action=Action.LOOKED_INTO_RUNNING
    )
    return set(looks.values_list("game_id", flat=True))

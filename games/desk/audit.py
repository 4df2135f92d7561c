"""Write the audit log of reviewers' work, which is append-only.

Decide whether an account is involved in a game, so that it must not review it.

An account is involved if it has a seat in the game or has filed a dispute about it, even one that
was withdrawn. An owner and their bots count as one. The accused always has a seat: seats are final
from the start, and their rows stay when a player leaves. A seat that was left in the lobby never
held a card.

Count earlier complaints by and about accounts, and rulings against them.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db.models import Count, Model, Q, QuerySet

from accounts.models import User
from accounts.registration import owner_and_bots
from games.desk.models import Dispute, DisputeStatus, Ruling
from games.desk.refusals import ReviewerInvolved
from games.log import heads
from games.log.models import Game, Seat
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
        move=heads.versions([game_id]).get(game_id, 0),
        why=why,
    )


Row = TypeVar("Row", bound=Model)


def check(game_id: int, account: User) -> None:
    """Check that an account is not involved in a game.

    :raises ReviewerInvolved: if it is; the message says how.
    """
    if not is_involved(game_id, account):
        return
    if _seats(account).filter(game=game_id).exists():
        raise ReviewerInvolved("You played this game.")
    raise ReviewerInvolved("You filed a dispute about this game.")


def is_involved(game_id: int, account: User) -> bool:
    """Return whether an account, its owner or one of their bots played or disputed a game."""
    return Game.objects.filter(_in_games_of(account, "pk"), pk=game_id).exists()


def exclude_involved(rows: QuerySet[Row], account: User) -> QuerySet[Row]:
    """Exclude rows about games in which an account is involved. The model has a ``game`` field."""
    return rows.exclude(_in_games_of(account, "game"))


def _in_games_of(account: User, field: str) -> Q:
    filed = Dispute.objects.filter(complainant__in=owner_and_bots(account))
    games = (_seats(account).values("game"), filed.values("game"))
    played, disputed = (Q(**{f"{field}__in": each}) for each in games)
    return played | disputed


def _seats(account: User) -> QuerySet[Seat]:
    return Seat.objects.filter(account__in=owner_and_bots(account)).order_by()


class DisputeCounts(NamedTuple):
    """Counts for one account. Withdrawn complaints do not count."""

    filed: int = 0
    about: int = 0
    rulings: int = 0
    """Warnings, removals and suspensions, including those that a later ruling replaced."""


def counts_by_account(account_ids: Collection[int], *, reader: User) -> dict[int, DisputeCounts]:
    """Return the counts of each account, in three queries for any number of accounts.

    Leaves out games in which the reader is involved: the counts would reveal complaints there.
    """
    disputes = exclude_involved(Dispute.objects.all(), reader)
    counted = disputes.exclude(status=DisputeStatus.WITHDRAWN)
    filed = counted.filter(complainant__in=account_ids).values_list("complainant")
    about = counted.filter(accused__in=account_ids).values_list("accused")
    ruled = Ruling.objects.filter(account__in=account_ids, dispute__in=disputes)
    rulings = ruled.order_by().values_list("account")
    by_account = [
        dict(rows.annotate(count=Count("*")).order_by()) for rows in (filed, about, rulings)
    ]
    return {
        each: DisputeCounts(*(counts.get(each, 0) for counts in by_account)) for each in account_ids
    }

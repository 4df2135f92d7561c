"""Close accounts: empty them, leave their games, and delete data that no game needs."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import locks
from accounts.lifecycle import closing
from accounts.models import Token, User
from games.disputes import personal_data as disputes
from games.disputes.models import Dispute, PlayerNote, SeatAddress, Words
from games.models import (
    OPEN,
    GameAnalysis,
    GameStatus,
    Invitation,
    LastSeen,
    LobbyExit,
    Match,
    PlayerStatistics,
    Seat,
    StoredAnswer,
)
from games.queries import personal_data as games
from games.services import leave_all
from games.services.moves.decisions import GameOverdue

FINISHED_WITHIN = timedelta(days=7)
"""How long after a closing to check for rows that still refer to the account."""

logger = logging.getLogger(__name__)


def close(account_id: int, *, now: datetime) -> None:
    """Close an account and its bots for good, then leave their games.

    One transaction closes the account; afterwards nothing is created for it. The rest can be
    repeated: if the database fails, ``housekeeping`` calls :func:`finish` again.

    :raises InvalidToken: the account is already closed.
    """
    closed = closing.close(account_id, now=now)
    try:
        finish(closed)
    except (DatabaseError, GameOverdue) as error:
        logger.warning("A closed account still has to leave its games: %s", type(error).__name__)


def close_guest(account_id: int, *, now: datetime) -> bool:
    """Close a guest's account like :func:`close` if it is still idle; return whether it was."""
    with transaction.atomic():
        locks.lock_all([account_id])
        if not idle_guests(now=now).filter(pk=account_id).exists():
            return False
        closed = closing.close(account_id, now=now)
    finish(closed)
    return True


def idle_guests(*, now: datetime) -> QuerySet[User]:
    """Return guests who never played, and who neither registered nor used a token within
    ``GUEST_DAYS``.

    A guest has played if they have a seat in a game that started. Guests who filed disputes are
    kept.
    """
    since = now - settings.GUESTS_KEPT
    tokens = Token.objects.filter(user=OuterRef("pk"))
    seats = Seat.objects.filter(account=OuterRef("pk"))
    return User.objects.filter(
        ~Exists(tokens.filter(Q(created_at__gte=since) | Q(last_used_at__gte=since))),
        ~Exists(seats.filter(game__status__in=(GameStatus.RUNNING, GameStatus.OVER))),
        ~Exists(Dispute.objects.filter(complainant=OuterRef("pk"))),
        is_guest=True,
        is_active=True,
        created_at__lt=since,
    )


def unfinished(*, now: datetime) -> QuerySet[User]:
    """Return accounts that were closed within ``FINISHED_WITHIN`` and that rows still refer to.

    A concurrent request or an interrupted process left those rows. See also :func:`still_seated`.
    """
    of_account = {"account": OuterRef("pk")}
    return User.objects.filter(
        Exists(Match.objects.filter(**of_account))
        | Exists(Invitation.objects.filter(**of_account))
        | Exists(LobbyExit.objects.filter(**of_account))
        | Exists(StoredAnswer.objects.filter(**of_account))
        | Exists(LastSeen.objects.filter(**of_account))
        | Exists(PlayerStatistics.objects.filter(**of_account))
        | Exists(GameAnalysis.objects.filter(requested_by=OuterRef("pk")))
        | Exists(SeatAddress.objects.filter(seat__account=OuterRef("pk")))
        | Exists(PlayerNote.objects.filter(player=OuterRef("pk")))
        | Exists(Words.objects.filter(author=OuterRef("pk")).exclude(text=""))
        | Exists(disputes.reasons_about(OuterRef("pk"), closed_at=OuterRef("closed_at"))),
        closed_at__gte=now - FINISHED_WITHIN,
    )


def still_seated() -> QuerySet[User]:
    """Return closed accounts with a seat in an open game, whenever they were closed.

    Code that cannot read a game cannot leave it: it waits for an upgrade.
    """
    seats = Seat.objects.filter(game__status__in=OPEN, account__closed_at__isnull=False)
    return User.objects.filter(pk__in=seats.values("account"))


def finish(account_ids: Iterable[int]) -> None:
    """Leave the games of closed accounts and delete data that no game needs."""
    for account_id in account_ids:
        leave_all.leave_all(account_id)
        games.forget(account_id)
        disputes.forget(account_id)

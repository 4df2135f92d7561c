"""Close accounts: empty them, leave their games, and delete data that no game needs.

A class is deleted with the accounts of its pupils, in two steps: one transaction hides it, then the
referee's process deletes it. The logs of its games stay: they have no names, and no caller may see
them any more.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Event

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import locks, registration
from accounts.credentials import codes
from accounts.credentials.authentication import caller
from accounts.models import Token, User
from accounts.refusals import InvalidToken
from accounts.statements import small_batch
from api_kit.endpoint import Cost
from games import models
from games.classes import access, playing, refusals
from games.classes.api import views
from games.classes.models import ClassPlace, SchoolClass
from games.classes.refusals import ClassNotFound
from games.desk.models import Dispute, DisputeStatus, PlayerNote, Ruling, SeatAddress, Words
from games.log import ids
from games.play import leave_all
from games.play.api.schema import operations
from games.play.play import GameOverdue

FINISHED_WITHIN = timedelta(days=7)
"""How long after a closing to check for rows that still refer to the account."""

MOST_CLASSES = 1000
"""Classes of one round of housekeeping."""

logger = logging.getLogger(__name__)


def close(account_id: int, *, now: datetime) -> None:
    """Close an account and its bots for good, then leave their games.

    One transaction closes the account; afterwards nothing is created for it. The rest can be
    repeated: if the database fails, ``housekeeping`` calls :func:`finish` again.

    :raises InvalidToken: the account is already closed.
    """
    closed = registration.close_account(account_id, now=now)
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
        closed = registration.close_account(account_id, now=now)
    finish(closed)
    return True


def close_pupil(account_id: int, *, now: datetime) -> None:
    """Close the account of a pupil, whose games are over; a second call completes the first."""
    with suppress(InvalidToken):
        registration.close_account(account_id, now=now)
    finish([account_id])


def idle_guests(*, now: datetime) -> QuerySet[User]:
    """Return guests who never played, and who neither registered nor used a token within
    ``GUEST_DAYS``.

    A guest has played if they have a seat in a game that started. Guests who filed disputes are
    kept.
    """
    since = now - settings.GUESTS_KEPT
    tokens = Token.objects.filter(user=OuterRef("pk"))
    seats = models.Seat.objects.filter(account=OuterRef("pk"))
    return User.objects.filter(
        ~Exists(tokens.filter(Q(created_at__gte=since) | Q(last_used_at__gte=since))),
        ~Exists(seats.filter(game__status__in=(models.GameStatus.RUNNING, models.GameStatus.OVER))),
        ~Exists(Dispute.objects.filter(complainant=OuterRef("pk"))),
        is_guest=True,
        is_pupil=False,  # their class says how long they are kept
        is_active=True,
        created_at__lt=since,
    )


def unfinished(*, now: datetime) -> QuerySet[User]:
    """Return accounts that were closed within ``FINISHED_WITHIN`` and that rows still refer to.

    A concurrent request or an interrupted process left those rows. See also :func:`still_seated`.
    """
    of_account = {"account": OuterRef("pk")}
    return User.objects.filter(
        Exists(SchoolClass.objects.filter(owner=OuterRef("pk"), delete_at__gt=now))
        | Exists(models.Match.objects.filter(**of_account))
        | Exists(models.Invitation.objects.filter(**of_account))
        | Exists(models.LobbyExit.objects.filter(**of_account))
        | Exists(models.StoredAnswer.objects.filter(**of_account))
        | Exists(models.LastSeen.objects.filter(**of_account))
        | Exists(models.PlayerStatistics.objects.filter(**of_account))
        | Exists(models.GameAnalysis.objects.filter(requested_by=OuterRef("pk")))
        | Exists(SeatAddress.objects.filter(seat__account=OuterRef("pk")))
        | Exists(TOTPDevice.objects.filter(user=OuterRef("pk")))
        | Exists(PlayerNote.objects.filter(player=OuterRef("pk")))
        | Exists(Words.objects.filter(author=OuterRef("pk")).exclude(text=""))
        | Exists(_reasons_about(OuterRef("pk"), closed_at=OuterRef("closed_at"))),
        closed_at__gte=now - FINISHED_WITHIN,
    )


def still_seated() -> QuerySet[User]:
    """Return closed accounts with a seat in an open game, whenever they were closed.

    Code that cannot read a game cannot leave it: it waits for an upgrade.
    """
    seats = models.Seat.objects.filter(
        game__status__in=models.OPEN, account__closed_at__isnull=False
    )
    return User.objects.filter(pk__in=seats.values("account"))


def finish(account_ids: Sequence[int]) -> None:
    """Leave the games of closed accounts and delete data that no game needs."""
    for account_id in account_ids:
        _discard_classes_of(account_id)
    leave_all.leave_all(*account_ids)
    for account_id in account_ids:
        with small_batch():  # on SQLite each write alone would sync the disk
            codes.remove(account_id)
            _forget_games(account_id)
            _forget_disputes(account_id)


def due_classes(*, now: datetime, since: datetime | None = None) -> list[int]:
    """Return the classes whose time is over, or was over ``since`` then."""
    over = SchoolClass.objects.filter(delete_at__lte=now).order_by("delete_at")
    if since is not None:
        over = over.filter(delete_at__gte=since)
    return list(over.values_list("pk", flat=True)[:MOST_CLASSES])


def delete_class_now(owner_id: int, class_id: int) -> None:
    """Let a class of a teacher be deleted now.

    :raises ClassNotFound: if the account has no such class.
    """
    now = timezone.now()
    with transaction.atomic():
        playing.discard(access.lock(class_id, owner_id, now=now, ended_too=True), now=now)


def delete_class(class_id: int, stop: Event, *, now: datetime) -> bool:
    """Delete a class whose time is over, in small transactions, until ``stop`` is set; return
    whether it is gone. A second call completes what was cut off.
    """
    with transaction.atomic():
        locked = SchoolClass.objects.select_for_update(no_key=True)
        school_class = locked.filter(pk=class_id, delete_at__lte=now).first()
        if school_class is None:
            return False
        playing.discard(school_class, now=now)
    playing.finish_all(class_id)
    places = ClassPlace.objects.filter(school_class=class_id, account__isnull=False)
    for account_id in list(places.values_list("account_id", flat=True)):
        if stop.is_set():
            return False
        close_pupil(account_id, now=now)
    with small_batch():
        deleted, _ = SchoolClass.objects.filter(pk=class_id).delete()
    return deleted > 0


def _discard_classes_of(owner_id: int) -> None:
    """Let all classes of an account that was closed be deleted now."""
    now = timezone.now()
    for class_id in list(access.of_owner(owner_id, now=now).values_list("pk", flat=True)):
        with suppress(ClassNotFound):  # its time was over meanwhile
            delete_class_now(owner_id, class_id)


def _forget_games(account_id: int) -> None:
    """Delete rows that no game needs, such as invitations, results, and answers stored for
    retries. Ratings stay, hidden: they explain those of others.
    """
    models.Invitation.objects.filter(account_id=account_id).delete()
    models.LobbyExit.objects.filter(account_id=account_id).delete()
    models.PlayerStatistics.objects.filter(account_id=account_id).delete()
    models.LastSeen.objects.filter(account_id=account_id).delete()
    models.BotOffer.objects.filter(account_id=account_id).delete()
    models.BotStatus.objects.filter(account_id=account_id).delete()
    models.StoredAnswer.objects.filter(account_id=account_id).delete()
    models.GameAnalysis.objects.filter(requested_by=account_id).update(requested_by=None)
    models.HiddenRatings.objects.bulk_create(
        [models.HiddenRatings(account_id=account_id)], ignore_conflicts=True
    )


def _forget_disputes(account_id: int) -> None:
    """Withdraw an account's open disputes; erase its texts, the reasons of rulings on it, the
    addresses of its seats, and notes on it.
    """
    Dispute.objects.filter(complainant_id=account_id, status=DisputeStatus.OPEN).update(
        status=DisputeStatus.WITHDRAWN, reviewer=None, claimed_until=None
    )
    Words.objects.filter(author_id=account_id).update(text="")
    closed_at = User.objects.values("closed_at").filter(pk=account_id)
    _reasons_about(account_id, closed_at=closed_at).update(reasons="")
    SeatAddress.objects.filter(seat__account_id=account_id).delete()
    PlayerNote.objects.filter(player_id=account_id).delete()


def _reasons_about(account: object, *, closed_at: object) -> QuerySet[Ruling]:
    """Return the rulings whose reasons may name a closed account: those against it, and on its
    disputes or those about it. Later ones name no account that they could.

    Both are values or expressions.
    """
    concerned = Q(account=account) | Q(dispute__complainant=account) | Q(dispute__accused=account)
    return Ruling.all_given.filter(concerned, at__lte=closed_at).exclude(reasons="")


operation = operations("classes", refusals)


class ClassView(views.ReadClassView):
    costs = {**views.ReadClassView.costs, "DELETE": Cost.HEAVY}

    @operation(
        "delete_class",
        "Delete a class",
        "For good: its names, codes and results, and the accounts of its pupils. From "
        "the answer on no caller sees or uses it; all of it is deleted soon after, within a minute "
        "unless the server is busy. The logs of its games stay; they have no names, and no caller "
        "sees them. Scope: `play`.",
        answers={204: None},
        problems="class_not_found",
    )
    def delete(self, request: Request, class_id: str) -> Response:
        number = ids.read(class_id, ClassNotFound)
        delete_class_now(caller(request).account_id, number)
        return Response(status=204)

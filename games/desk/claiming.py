"""Claims on disputes: one reviewer at a time, for an hour, and not one who is involved."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.desk import audit, involvement
from games.desk.models import WAITING, Dispute, Ruling
from games.desk.refusals import (
    ClaimedByAnother,
    DisputeSettled,
    NotClaimed,
    NotPermitted,
    ReviewerInvolved,
)
from games.log.refusals import REFUSALS
from games.play.models import Action

CLAIM_DURATION = timedelta(hours=1)
PERMISSION = "disputes.review_disputes"
CLAIMED_BY_ANOTHER = "Another reviewer has claimed this dispute."
NOT_WAITING = "This dispute is not waiting for a ruling."


def claim(dispute: Dispute, reviewer: User, *, now: datetime) -> Dispute:
    """Reserve the dispute for the reviewer for ``CLAIM_DURATION``, or extend their claim.

    :returns: the dispute, reloaded.
    :raises NotPermitted: if the reviewer lacks ``PERMISSION``.
    :raises ReviewerInvolved: if the reviewer is involved in the game, or gave the first ruling.
    :raises DisputeSettled: if the dispute is not waiting for a ruling.
    :raises ClaimedByAnother: if another reviewer has claimed it.
    """
    check_may_review(dispute, reviewer)
    free = Q(reviewer=None) | Q(reviewer=reviewer) | Q(claimed_until__lte=now)
    with transaction.atomic():
        waiting = Dispute.objects.filter(pk=dispute.pk, status__in=WAITING)
        # One UPDATE decides between concurrent claims: the second matches no row.
        is_mine = waiting.filter(free).update(reviewer=reviewer, claimed_until=now + CLAIM_DURATION)
        if not is_mine and waiting.exists():
            raise ClaimedByAnother(CLAIMED_BY_ANOTHER)
        if not is_mine:
            raise DisputeSettled(NOT_WAITING)
        audit.record(reviewer, Action.CLAIMED, dispute, "", now=now)
    dispute.refresh_from_db()
    return dispute


def obstacle(dispute: Dispute, reviewer: User, *, now: datetime) -> str:
    """Return why the reviewer cannot claim a waiting dispute, or "" if they can."""
    try:
        check_may_review(dispute, reviewer)
    except REFUSALS as refusal:
        return str(refusal)
    is_anothers = is_claimed(dispute, now=now) and dispute.reviewer_id != reviewer.pk
    return CLAIMED_BY_ANOTHER if is_anothers else ""


def next_free(
    reviewer: User, *, other_than: Dispute | None = None, now: datetime
) -> Dispute | None:
    """Return the dispute that the reviewer could claim next: an appeal, or else the oldest.

    While ``other_than`` waits, the next is the one that follows it, if any does: a reviewer who
    skips two disputes does not get the first again.
    """
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    waiting = Dispute.objects.filter(free, status__in=WAITING)
    waiting = waiting.exclude(pk__in=Ruling.objects.filter(reviewer=reviewer).values("dispute"))
    waiting = involvement.exclude_involved(waiting, reviewer).order_by("status", "pk")
    if other_than is None or other_than.status not in WAITING:
        return waiting.first()
    later = Q(status__gt=other_than.status) | Q(status=other_than.status, pk__gt=other_than.pk)
    return waiting.filter(later).first() or waiting.exclude(pk=other_than.pk).first()


def release(dispute: Dispute, reviewer: User, *, why: str = "", now: datetime) -> Dispute:
    """Give up the reviewer's claim; return the dispute, reloaded.

    :raises NotClaimed: if the reviewer has no claim on it.
    """
    with transaction.atomic():
        mine = Dispute.objects.filter(pk=dispute.pk, reviewer=reviewer)
        if not mine.update(reviewer=None, claimed_until=None):
            raise NotClaimed("You have no claim on this dispute.")
        audit.record(reviewer, Action.RELEASED, dispute, why, now=now)
    dispute.refresh_from_db()
    return dispute


def is_claimed(dispute: Dispute, *, now: datetime) -> bool:
    """Return whether a claim on the dispute is in force: claims expire."""
    return dispute.claimed_until is not None and dispute.claimed_until > now


def check_claimed(dispute: Dispute, reviewer: User, *, now: datetime) -> None:
    """Check that the reviewer holds a claim on the dispute.

    :raises DisputeSettled: if the dispute is not waiting for a ruling.
    :raises NotClaimed: if the reviewer has no claim, or it has expired.
    """
    if dispute.status not in WAITING:
        raise DisputeSettled(NOT_WAITING)
    if dispute.reviewer_id != reviewer.pk or not is_claimed(dispute, now=now):
        raise NotClaimed("Claim this dispute first. A claim lasts one hour.")


def check_may_review(dispute: Dispute, reviewer: User) -> None:
    """Check that a reviewer may claim a dispute and rule on it.

    :raises NotPermitted: if the reviewer lacks ``PERMISSION``.
    :raises ReviewerInvolved: if the reviewer is involved in the game, or gave the first ruling.
    """
    if not reviewer.has_perm(PERMISSION):
        raise NotPermitted("Only reviewers can do this.")
    involvement.check_not_involved(dispute.game_id, reviewer)
    if dispute.rulings.filter(reviewer=reviewer).exists():
        raise ReviewerInvolved(
            "You gave the first ruling on this dispute. Another reviewer must rule on the appeal."
        )

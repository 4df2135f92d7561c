"""Who works on a dispute: one reviewer at a time, for an hour, and none who is involved."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.disputes import audit, involvement
from games.disputes.models import WAITING, Action, Dispute
from games.disputes.refusals import (
    ClaimedByAnother,
    DisputeSettled,
    NotClaimed,
    NotPermitted,
    ReviewerInvolved,
)
from games.engine.refusals import Refusal

CLAIM_DURATION = timedelta(hours=1)
PERMISSION = "disputes.review_disputes"
CLAIMED_BY_ANOTHER = "Another reviewer works on this dispute."


def claim(dispute: Dispute, reviewer: User, *, now: datetime) -> Dispute:
    """Keep other reviewers off the dispute for ``CLAIM_DURATION``, or longer by another claim; return it as it is then.

    :raises NotPermitted: if the reviewer may not review.
    :raises ReviewerInvolved: if the reviewer is involved in the game, or gave the ruling appealed against.
    :raises DisputeSettled: if it waits for no ruling.
    :raises ClaimedByAnother: if another reviewer works on it.
    """
    check_may_review(dispute, reviewer)
    free = Q(reviewer=None) | Q(reviewer=reviewer) | Q(claimed_until__lte=now)
    with transaction.atomic():
        waiting = Dispute.objects.filter(pk=dispute.pk, status__in=WAITING)
        # One statement decides: of two at once the second finds the row taken.
        is_mine = waiting.filter(free).update(reviewer=reviewer, claimed_until=now + CLAIM_DURATION)
        if not is_mine and waiting.exists():
            raise ClaimedByAnother(CLAIMED_BY_ANOTHER)
        if not is_mine:
            raise DisputeSettled("This dispute waits for no ruling.")
        audit.record(reviewer, Action.CLAIMED, dispute, "", now=now)
    dispute.refresh_from_db()
    return dispute


def obstacle(dispute: Dispute, reviewer: User, *, now: datetime) -> str:
    """Say why the reviewer cannot claim a dispute that waits for a ruling; nothing if he can."""
    try:
        check_may_review(dispute, reviewer)
    except Refusal as refusal:
        return str(refusal)
    is_anothers = is_claimed(dispute, now=now) and dispute.reviewer_id != reviewer.pk
    return CLAIMED_BY_ANOTHER if is_anothers else ""


def release(dispute: Dispute, reviewer: User, *, why: str = "", now: datetime) -> Dispute:
    """Let other reviewers claim the dispute; return it as it is then.

    :raises NotClaimed: if the reviewer does not hold it.
    """
    with transaction.atomic():
        mine = Dispute.objects.filter(pk=dispute.pk, reviewer=reviewer)
        if not mine.update(reviewer=None, claimed_until=None):
            raise NotClaimed("You hold no claim on this dispute.")
        audit.record(reviewer, Action.RELEASED, dispute, why, now=now)
    dispute.refresh_from_db()
    return dispute


def is_claimed(dispute: Dispute, *, now: datetime) -> bool:
    """Return whether a reviewer works on the dispute: claims expire."""
    return dispute.claimed_until is not None and dispute.claimed_until > now


def check_claimed(dispute: Dispute, reviewer: User, *, now: datetime) -> None:
    """Let the reviewer rule who holds the dispute.

    :raises DisputeSettled: if it waits for no ruling.
    :raises NotClaimed: if he does not hold it, or no more.
    """
    if dispute.status not in WAITING:
        raise DisputeSettled("This dispute waits for no ruling.")
    if dispute.reviewer_id != reviewer.pk or not is_claimed(dispute, now=now):
        raise NotClaimed("Claim this dispute first; a claim lasts an hour.")


def check_may_review(dispute: Dispute, reviewer: User) -> None:
    """Let a reviewer have to do with a dispute.

    :raises NotPermitted: if the reviewer may not review.
    :raises ReviewerInvolved: if the reviewer is involved in the game, or ruled on the dispute before.
    """
    if not reviewer.has_perm(PERMISSION):
        raise NotPermitted("This is for reviewers.")
    involvement.check(dispute.game_id, reviewer)
    if dispute.rulings.filter(reviewer=reviewer).exists():
        raise ReviewerInvolved("You ruled on it before: an appeal is for another reviewer.")

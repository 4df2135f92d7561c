"""Dismiss many similar disputes with one reason.

Undo a ruling within ten minutes, by the reviewer who gave it, if nothing followed.

The undoing is a move of the game, like every ruling: it repeats the ruling before, or dismisses the
case. So it takes the place of the undone ruling. A game that was ended stays ended. The dispute
waits again, claimed by the reviewer. If its complainant has closed their account, it ends as
withdrawn, as their open disputes did.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts import locks
from accounts.models import User
from games.desk import audit, claiming, notifying, ruling
from games.desk.models import WAITING, Dispute, DisputeStatus, Kind, Ruling
from games.desk.refusals import NotClaimed, NotPermitted, UndoImpossible
from games.desk.ruling import RulingDraft
from games.engine.commands import Rule
from games.engine.decide import step
from games.engine.events import SeatRestored
from games.engine.refusals import Refusal
from games.engine.state import State
from games.log import heads, reader
from games.log.refusals import REFUSALS
from games.play import overdue
from games.play.models import Action
from games.play.play import advance

MOST_AT_ONCE = 50
UNEXPECTED = "Its game or its log is damaged. The error is in the log of the server."

logger = logging.getLogger(__name__)


class Dismissal(NamedTuple):
    """The result for a dispute: dismissed, or why not."""

    dispute: Dispute
    refusal: str


def dismiss(
    disputes: Sequence[Dispute],
    reviewer: User,
    *,
    reasons: str,
    template: str,
    is_bad_faith: bool,
    now: datetime,
) -> list[Dismissal]:
    """Claim and dismiss up to ``MOST_AT_ONCE`` disputes, each in transactions of its own.

    Each is a ruling as any other: a move, a notice, an entry in the audit. One that cannot be
    dismissed stays as it is, and does not stop the others, even if its game is damaged.
    """
    return [
        Dismissal(dispute, _dismiss(dispute, reviewer, reasons, template, is_bad_faith, now=now))
        for dispute in disputes[:MOST_AT_ONCE]
    ]


def _dismiss(
    dispute: Dispute,
    reviewer: User,
    reasons: str,
    template: str,
    is_bad_faith: bool,
    *,
    now: datetime,
) -> str:
    """Dismiss a dispute; return "" or why it cannot be dismissed."""
    had_claim = dispute.reviewer_id == reviewer.pk
    verdict = RulingDraft("dismissed", is_bad_faith=is_bad_faith)
    try:
        claimed = claiming.claim(dispute, reviewer, now=now)
        ruling.rule(claimed, reviewer, verdict, reasons=reasons, template=template, now=now)
    except REFUSALS as refusal:
        _release(dispute, reviewer, had_claim=had_claim, now=now)
        return str(refusal)
    except Exception as error:  # a fault of one game must not stop the others
        logger.exception(
            "Dispute %s was not dismissed: %s", dispute.public_id, type(error).__name__
        )
        _release(dispute, reviewer, had_claim=had_claim, now=now)
        return UNEXPECTED
    return ""


def _release(dispute: Dispute, reviewer: User, *, had_claim: bool, now: datetime) -> None:
    """Release a claim that was made for the dismissal. There is none if claiming was refused."""
    if not had_claim:
        with suppress(NotClaimed):
            claiming.release(dispute, reviewer, now=now)


TIME_TO_UNDO = timedelta(minutes=10)


def undo(dispute: Dispute, reviewer: User, *, now: datetime) -> Ruling:
    """Undo the last ruling on a dispute, and notify those whom it concerned; return the ruling.

    :raises NotPermitted: if the reviewer lacks the permission.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises UndoImpossible: if there is no ruling of the reviewer, it is too old, or something
        followed.
    """
    overdue.enforce(dispute.game_id)
    with transaction.atomic():
        locks.lock_with_bots(notifying.recipients(dispute))
        head = heads.load(dispute.game_id, lock=True)
        dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
        undone = check(dispute, reviewer, now=now)
        before = _before(undone)
        command = _command(dispute, before)
        _check_possible(command, head.state)
        outcome = advance(head, command, seat=None, account_id=None, now=now)
        undone.undone_at, undone.undo_move = now, outcome.moves[0].number
        undone.save(update_fields=["undone_at", "undo_move"])
        _wait_again(dispute, undone, before, reviewer, now=now)
        for account in {undone.account, None if before is None else before.account}:
            ruling.update_suspension(account)
        audit.record(reviewer, Action.UNDID, dispute, "", now=now)
        restored = [e.seat for e in outcome.moves[0].events if isinstance(e, SeatRestored)]
        notifying.notify_undoing(undone, restored=restored, now=now)
    ruling.leave_again(dispute.game_id, restored)
    return undone


def obstacle(dispute: Dispute, reviewer: User, *, now: datetime) -> str:
    """Return why the reviewer cannot undo the last ruling, or "" if they can."""
    try:
        last = check(dispute, reviewer, now=now)
        _check_possible(_command(dispute, _before(last)), heads.load(dispute.game_id).state)
    except REFUSALS as refusal:
        return str(refusal)
    return ""


def ends_withdrawn(dispute: Dispute, undone: Ruling) -> bool:
    """Return whether a dispute ends as withdrawn if a ruling is undone.

    Closing an account withdraws its open disputes. So none is opened again for a closed account,
    which could neither withdraw it nor be notified. An appeal waits again, as it did at the
    closing.
    """
    return not undone.is_on_appeal and dispute.complainant.closed_at is not None


def check(dispute: Dispute, reviewer: User, *, now: datetime) -> Ruling:
    """Return the last ruling on a dispute if the reviewer can undo it now.

    Does not check that the game allows it.

    :raises NotPermitted: if the reviewer lacks the permission.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises UndoImpossible: if there is no ruling of the reviewer, it is too old, or something
        followed.
    """
    if not reviewer.has_perm(claiming.PERMISSION):
        raise NotPermitted("Only reviewers can do this.")
    audit.check(dispute.game_id, reviewer)
    last = dispute.rulings.last()
    if last is None or dispute.status != DisputeStatus.RULED:
        raise UndoImpossible("This dispute has no ruling that could be undone.")
    if last.reviewer_id != reviewer.pk:
        raise UndoImpossible("Only the reviewer who gave a ruling can undo it.")
    if now - last.at > TIME_TO_UNDO:
        raise UndoImpossible("A ruling can be undone for ten minutes. The players can appeal.")
    if _was_followed(dispute, last):
        raise UndoImpossible(
            "Moves, another ruling or another dispute followed. The players can appeal."
        )
    return last


def _was_followed(dispute: Dispute, last: Ruling) -> bool:
    """Return whether something was built on a ruling: another ruling on the game, moves after a
    seat was removed, or another dispute of the complainant about the game.
    """
    rulings = Ruling.objects.filter(dispute__game=dispute.game_id, pk__gt=last.pk)
    disputes = Dispute.objects.filter(
        game=dispute.game_id, complainant=dispute.complainant_id, pk__gt=dispute.pk
    )
    if rulings.exists() or disputes.filter(status__in=WAITING).exists():
        return True
    if last.kind != Kind.SEAT_REMOVED:
        return False
    return reader.has_move_of_a_seat(dispute.game_id, after=last.move)


def _before(undone: Ruling) -> Ruling | None:
    """Return the ruling that counts again if a ruling is undone."""
    return Ruling.objects.filter(dispute=undone.dispute_id, pk__lt=undone.pk).last()


def _check_possible(command: Rule, state: State) -> None:
    """Check that the move that undoes a ruling is possible in the game.

    :raises UndoImpossible: if it is not, for example because a removed seat left by itself.
    """
    try:
        step(state, command)
    except Refusal as refusal:
        raise UndoImpossible(f"The ruling cannot be undone. {refusal}") from None


def _command(dispute: Dispute, before: Ruling | None) -> Rule:
    assert dispute.case is not None  # it was ruled on
    if before is None:
        return Rule(dispute.case, "dismissed", None, None)
    kind = ruling.kind_of(before)
    seat = before.seat if kind == "seat_removed" else None
    return Rule(dispute.case, kind, seat, None if before.scores is None else tuple(before.scores))


def _wait_again(
    dispute: Dispute, undone: Ruling, before: Ruling | None, reviewer: User, *, now: datetime
) -> None:
    dispute.status = DisputeStatus.APPEALED if undone.is_on_appeal else DisputeStatus.OPEN
    dispute.ruled_at = None if before is None else before.at
    dispute.reviewer, dispute.claimed_until = reviewer, now + claiming.CLAIM_DURATION
    if ends_withdrawn(dispute, undone):
        dispute.status = DisputeStatus.WITHDRAWN
        dispute.reviewer = dispute.claimed_until = None
    try:
        with transaction.atomic():
            dispute.save()
    except IntegrityError:  # the complainant filed another one at this moment
        raise UndoImpossible("The complainant has another dispute about this game.") from None

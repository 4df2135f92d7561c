"""Undo a ruling within ten minutes, by the reviewer who gave it, if nothing followed.

The undoing is a move of the game, like every ruling: it repeats the ruling before, or dismisses the
case. So it takes the place of the undone ruling. A game that was ended stays ended. The dispute
waits again, claimed by the reviewer. If its complainant has closed their account, it ends as
withdrawn, as their open disputes did.
"""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts import locks
from accounts.models import User
from games.desk import audit, claiming, involvement, notifying, ruling
from games.desk.models import WAITING, Dispute, DisputeStatus, Kind, Ruling
from games.desk.refusals import NotPermitted, UndoImpossible
from games.engine.commands import Rule
from games.engine.decide import step
from games.engine.events import SeatRestored
from games.engine.refusals import Refusal
from games.engine.state import State
from games.log import archiving, head_reader, reader
from games.log.refusals import REFUSALS
from games.play import overdue
from games.play.models import Action
from games.play.play import advance

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
        archiving.restore(dispute.game_id)  # all moves of a game stay in one place
        head = head_reader.load(dispute.game_id, lock=True)
        dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
        undone = check_undoable(dispute, reviewer, now=now)
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
        last = check_undoable(dispute, reviewer, now=now)
        _check_possible(_command(dispute, _before(last)), head_reader.load(dispute.game_id).state)
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


def check_undoable(dispute: Dispute, reviewer: User, *, now: datetime) -> Ruling:
    """Return the last ruling on a dispute if the reviewer can undo it now.

    Does not check that the game allows it.

    :raises NotPermitted: if the reviewer lacks the permission.
    :raises ReviewerInvolved: if the reviewer is involved in the game.
    :raises UndoImpossible: if there is no ruling of the reviewer, it is too old, or something
        followed.
    """
    if not reviewer.has_perm(claiming.PERMISSION):
        raise NotPermitted("Only reviewers can do this.")
    involvement.check_not_involved(dispute.game_id, reviewer)
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

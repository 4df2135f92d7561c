"""Preview and give rulings. A ruling is a move of the game, and a row with its reasons.

Reasons come from templates or are the reviewer's own. Both may have placeholders, which name seats
and no players: the reasons outlive a username.
"""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from re import Match
from typing import NamedTuple, get_args

from django.db import transaction
from django.db.models import Max

from accounts import locks
from accounts.models import User
from games.data import narration
from games.desk import audit, claiming, notifying
from games.desk.models import Dispute, DisputeStatus, Kind, Ruling
from games.desk.refusals import ReasonsMissing
from games.engine import ruling as rules
from games.engine.cards import Seat
from games.engine.commands import Rule, RulingKind
from games.engine.decide import step
from games.engine.events import SeatRestored
from games.engine.refusals import RulingImpossible
from games.engine.state import State
from games.log import archiving, head_reader
from games.log.models import Seat as SeatRow
from games.play import leave_all, overdue
from games.play.models import Action
from games.play.play import advance

TEMPLATES: dict[str, str] = {
    "log_is_sound": "The log is intact: the deal matches the seed, and every move followed the rules.",
    "no_evidence": "The log shows no more knowledge than {seat} could have or guess.",
    "knew_too_much": "{seat} asked repeatedly for cards that it could not have known of.",
    "played_together": "Two seats played to each other's advantage instead of their own.",
    "left_the_table": "The player of {seat} left while others waited for its move.",
    "withheld_card": "{seat} kept a card that it had to hand over at {move} (001, Irregularities).",
    "referee_erred": "The referee made an error at {move}.",
    "abusive_name": "The name of {seat} insults others and must be changed.",
    "name_replaced": "The name of {seat} insulted others. It was replaced.",
    "not_disputable": "The complaint names nothing that the rules forbid.",
    "on_review": "On appeal, the first ruling is reversed.",
    "upheld": "On appeal, the first ruling is upheld.",
}
# With what reviewers write before it, as in "the seat {seat}": its value has these words.
_PLACEHOLDER = re.compile(
    r"(?i:\bthe +)?(?i:\b(seat|move|until) +(?=\{\1\}))?(\{(?:seat|move|until)\})"
)


def values(*, seat: Seat | None, move: int | None, until: datetime | None) -> dict[str, str]:
    """Return what each placeholder stands for; words that fit any sentence if there is no value.

    Players read the reasons, so seats count from 1, as on their pages.
    """
    return {
        "{seat}": "the seat" if seat is None else f"seat {seat + 1}",
        "{move}": "the disputed moves" if move is None else f"move {move}",
        "{until}": "for good" if until is None else f"until {until:%Y-%m-%d}",
    }


def compose(template: str, own: str, filled: dict[str, str]) -> str:
    """Return the reasons of a ruling: the text of a template followed by the reviewer's own words.

    >>> compose("left_the_table", "", {"{seat}": "seat 2"})
    'The player of seat 2 left while others waited for its move.'
    """
    texts = (TEMPLATES[template] if template else "", own.strip())
    return " ".join(_fill(text, filled) for text in texts if text)


def _fill(text: str, filled: dict[str, str]) -> str:
    def put(found: Match[str]) -> str:
        value = filled.get(found[2], found[2])
        starts_a_sentence = found.start() == 0 or found[0][0].isupper()
        return value[:1].upper() + value[1:] if starts_a_sentence else value

    return _PLACEHOLDER.sub(put, text)


class RulingDraft(NamedTuple):
    """A ruling before it is given: against ``seat``, or with new ``scores`` by seat."""

    kind: RulingKind
    seat: Seat | None = None
    scores: tuple[int, ...] | None = None
    until: datetime | None = None
    """End of a suspension; None if it is permanent."""
    is_bad_faith: bool = False
    """Whether a dismissed complaint was not filed in good faith."""


class Preview(NamedTuple):
    """The effects of a ruling."""

    sentences: tuple[str, ...]
    """The events of its move, in words."""
    ends_game: bool
    before: Mapping[Seat, str]
    """Current result by seat: ``won``, ``shared``, ``lost`` or ``no result``."""
    after: Mapping[Seat, str]
    account: User | None
    """The account that is warned, removed or suspended."""
    lifts: Ruling | None
    """The ruling that this one replaces, if its effects end with that."""


def preview(dispute: Dispute, verdict: RulingDraft) -> Preview:
    """Return the effects of a ruling without giving it.

    :raises RulingImpossible: if the ruling does not fit the game.
    :raises GameIsOver: if it removes a seat and the game is over.
    :raises AlreadyLeft: if that seat has left.
    """
    state = head_reader.load(dispute.game_id).state
    account = _account(dispute, verdict)
    events, after = step(state, _command(dispute, verdict))
    previous = dispute.rulings.last()
    is_repeated = previous is not None and (previous.kind, previous.account) == (
        verdict.kind,
        account,
    )
    return Preview(
        sentences=tuple(narration.for_people(narration.sentence(event)) for event in events),
        ends_game=after.is_over and not state.is_over,
        before=_standings(state),
        after=_standings(after),
        account=account,
        lifts=None if is_repeated else previous,
    )


def rule(
    dispute: Dispute,
    reviewer: User,
    verdict: RulingDraft,
    *,
    reasons: str = "",
    template: str = "",
    now: datetime,
) -> Ruling:
    """Rule on a claimed dispute: record the ruling, release the claim and notify those concerned.

    The stored reasons are those of :func:`reasons_of`. Nothing is recorded on
    an error.

    :raises ReasonsMissing: if both are empty, or no template has this name.
    :raises DisputeSettled: if the dispute is not waiting for a ruling.
    :raises NotClaimed: if the reviewer has no claim, or it has expired.
    :raises NotPermitted: if the reviewer lacks the permission.
    :raises ReviewerInvolved: if the reviewer is involved in the game, or gave the first ruling.
    :raises Refusal: as :func:`preview`.
    """
    if template and template not in TEMPLATES:
        raise ReasonsMissing(f"The templates are {', '.join(TEMPLATES)}.")
    words = reasons_of(dispute, verdict, template=template, own=reasons)
    if not words:
        raise ReasonsMissing("A ruling needs reasons. Choose a template, write reasons, or both.")
    overdue.enforce(dispute.game_id)
    with transaction.atomic():
        locks.lock_with_bots(notifying.recipients(dispute))
        archiving.restore(dispute.game_id)  # all moves of a game stay in one place
        head = head_reader.load(dispute.game_id, lock=True)
        dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
        claiming.check_claimed(dispute, reviewer, now=now)
        claiming.check_may_review(dispute, reviewer)
        command = _command(dispute, verdict)
        account = _account(dispute, verdict)
        previous = dispute.rulings.last()
        outcome = advance(head, command, seat=None, account_id=None, now=now)
        ruling = Ruling.objects.create(
            dispute=dispute,
            reviewer=reviewer,
            kind=verdict.kind,
            seat=verdict.seat,
            account=account,
            scores=verdict.scores,
            until=verdict.until,
            template=template,
            reasons=words,
            is_bad_faith=verdict.is_bad_faith,
            is_on_appeal=dispute.status == DisputeStatus.APPEALED,
            move=outcome.moves[0].number,
            at=now,
        )
        dispute.status, dispute.case, dispute.ruled_at = DisputeStatus.RULED, command.case, now
        dispute.reviewer = dispute.claimed_until = None
        dispute.save()
        for each in {account, None if previous is None else previous.account}:
            update_suspension(each)
        audit.record(reviewer, Action.RULED, dispute, template, now=now)  # words can be erased
        restored = [e.seat for e in outcome.moves[0].events if isinstance(e, SeatRestored)]
        notifying.notify_ruling(ruling, previous=previous, restored=restored, now=now)
    leave_again(dispute.game_id, restored)
    return ruling


def reasons_of(dispute: Dispute, verdict: RulingDraft, *, template: str, own: str) -> str:
    """Return the reasons as the parties can read them, with their placeholders filled.

    ``{seat}`` is the seat that the ruling is against, or else the one complained of.
    """
    seat = dispute.against if verdict.seat is None else verdict.seat
    filled = values(seat=seat, move=dispute.move, until=verdict.until)
    return compose(template, own, filled)


def kind_of(ruling: Ruling) -> RulingKind:
    """Return the kind of a stored ruling, as the engine names it."""
    return next(kind for kind in get_args(RulingKind) if kind == ruling.kind)


def leave_again(game_id: int, restored: Collection[Seat]) -> None:
    """Resign restored seats of closed accounts, which no player would ever play."""
    rows = SeatRow.objects.filter(game=game_id, number__in=restored)
    closed = rows.filter(account__closed_at__isnull=False).values_list("account_id", flat=True)
    leave_all.leave_all(*closed)


def _command(dispute: Dispute, verdict: RulingDraft) -> Rule:
    case = dispute.case
    if case is None:
        last = Dispute.objects.filter(game=dispute.game_id).aggregate(last=Max("case"))["last"]
        case = (last or 0) + 1
    seat = verdict.seat if verdict.kind == "seat_removed" else None
    return Rule(case, verdict.kind, seat, verdict.scores)


def _account(dispute: Dispute, verdict: RulingDraft) -> User | None:
    """Return the account of the seat that a ruling is against, or None."""
    is_against_a_seat = verdict.kind in ("warning", "seat_removed", "suspended")
    if is_against_a_seat != (verdict.seat is not None):
        raise RulingImpossible(
            "Name a seat to warn, remove or suspend it, and for no other ruling."
        )
    if verdict.seat is None:
        return None
    rows = SeatRow.objects.select_related("account")
    row = rows.filter(game=dispute.game_id, number=verdict.seat).first()
    account = None if row is None else row.account
    if account is None and verdict.kind != "seat_removed":
        raise RulingImpossible(f"Seat {verdict.seat} has no account to warn or suspend.")
    return account


def update_suspension(account: User | None) -> None:
    """Set an account's suspension to the longest one in force, or lift it if none is in force."""
    if account is None:
        return
    suspended = Ruling.objects.filter(account=account, kind=Kind.SUSPENDED)
    in_force = [ruling for ruling in suspended.select_related("dispute") if _is_in_force(ruling)]
    if not in_force:
        locks.lift(account)
        return
    longest = max(in_force, key=lambda ruling: ruling.until or locks.FOR_GOOD)
    locks.suspend(account, reason=longest.dispute.reason, until=longest.until)


def _is_in_force(ruling: Ruling) -> bool:
    return ruling.dispute.rulings.last() == ruling


def _standings(state: State) -> dict[Seat, str]:
    """Return the result of the game by seat: ``won``, ``shared``, ``lost`` or ``no result``."""
    winners = rules.counted(state)
    if winners is None:
        return dict.fromkeys(range(state.seats), "no result")
    won = "won" if len(winners) == 1 else "shared"
    return {seat: won if seat in winners else "lost" for seat in range(state.seats)}

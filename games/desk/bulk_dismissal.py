"""Dismiss many similar disputes with one reason."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.desk import claiming, ruling
from games.desk.models import Dispute
from games.desk.refusals import NotClaimed
from games.desk.ruling import RulingDraft
from games.log.refusals import REFUSALS

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

"""Decide whether the page of a dispute offers to undo its ruling."""

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.desk import undoing
from games.desk.models import Dispute, DisputeStatus
from games.log import heads


class UndoOffer(NamedTuple):
    """The offer to undo a ruling until a time; ``barred`` is why it cannot be undone, or ""."""

    until: datetime
    barred: str
    stays_ended: bool = False
    """Whether the game was ended by a ruling, and stays ended."""
    ends_withdrawn: bool = False
    """Whether the dispute ends as withdrawn."""


def of(dispute: Dispute, reader: User, *, now: datetime) -> UndoOffer | None:
    """Return the offer for the reader, or None without a ruling of theirs that is recent enough."""
    if dispute.status != DisputeStatus.RULED:
        return None
    last = dispute.rulings.last()
    if last is None or last.reviewer_id != reader.pk:
        return None
    until = last.at + undoing.TIME_TO_UNDO
    if now > until:
        return None
    if barred := undoing.obstacle(dispute, reader, now=now):
        return UndoOffer(until, barred)
    result = heads.load(dispute.game_id).state.result
    return UndoOffer(
        until,
        barred="",
        stays_ended=result is not None and result.reason == "ruled",
        ends_withdrawn=undoing.ends_withdrawn(dispute, last),
    )

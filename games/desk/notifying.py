"""Send notices of rulings and of access to hidden cards.

Owners of bots get a copy of their bots' notices. A notice names the game, the dispute, the kind of
ruling, and the seat if the ruling concerns its reader. It never names the complainant or the
accused.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db import models, transaction

from accounts import locks, notices
from accounts.models import User
from accounts.notices import NewNotice
from games.desk import filing
from games.desk.models import Dispute, Kind, Ruling, UndisclosedAccess
from games.engine.cards import Seat
from games.engine.chain import time_text
from games.log import ids
from games.log.models import GameStatus
from games.log.models import Seat as SeatRow
from games.play.inbox import NoticeKind

MOST_AT_ONCE = 100
"""Maximum number of games whose players one call of ``notify_accesses`` notifies."""

Json = dict[str, Any]


_AGAINST = {
    Kind.WARNING: NoticeKind.WARNED,
    Kind.SUSPENDED: NoticeKind.SUSPENDED,
    Kind.SEAT_REMOVED: NoticeKind.SEAT_REMOVED,
}


def recipients(dispute: Dispute) -> set[int]:
    """Return every account that a ruling on a dispute may concern.

    The caller locks them with their bots before it locks the game.
    """
    ruled_against = dispute.rulings.values_list("account_id", flat=True)
    seated = SeatRow.objects.filter(game=dispute.game_id).values_list("account_id", flat=True)
    parties = (dispute.complainant_id, dispute.accused_id)
    return with_owners({*parties, *ruled_against, *seated} - {None})


def notify_ruling(
    ruling: Ruling, *, previous: Ruling | None, restored: Collection[Seat], now: datetime
) -> None:
    """Send the notices of a ruling.

    ``previous`` is the ruling that it replaces; ``restored`` are the seats that their players get
    back.
    """
    dispute = ruling.dispute
    seats = _accounts_by_seat(dispute.game_id)
    back = {seats[seat] for seat in restored if seat in seats}
    is_repeated = previous is not None and (previous.kind, previous.account_id) == (
        ruling.kind,
        ruling.account_id,
    )
    general = NoticeKind.APPEAL_RULED if ruling.is_on_appeal else NoticeKind.DISPUTE_RULED

    def kind_for(account: int) -> NoticeKind:
        if account == ruling.account_id and not is_repeated:
            return _AGAINST[Kind(ruling.kind)]
        return NoticeKind.SEAT_RESTORED if account in back else general

    new_notices = {}
    for account in {dispute.complainant_id, *seats.values()}:
        is_concerned = filing.concerns(dispute, ruling, account)
        # Players whom only the previous ruling concerns get a notice without the seat.
        if is_concerned or (previous is not None and filing.concerns(dispute, previous, account)):
            data = _of_ruling(ruling, is_concerned=is_concerned)
            new_notices[account] = NewNotice(account, kind_for(account).value, data)
    _send(new_notices, now=now)


def notify_undoing(ruling: Ruling, *, restored: Collection[Seat], now: datetime) -> None:
    """Notify the accounts that got a notice of a ruling that it was undone."""
    dispute = ruling.dispute
    seats = _accounts_by_seat(dispute.game_id)
    back = {seats[seat] for seat in restored if seat in seats}
    new_notices = {}
    for account in {dispute.complainant_id, *seats.values()}:
        if filing.concerns(dispute, ruling, account) or account in back:
            kind = NoticeKind.SEAT_RESTORED if account in back else NoticeKind.RULING_UNDONE
            new_notices[account] = NewNotice(
                account, kind.value, _of_ruling(ruling, is_concerned=True)
            )
    _send(new_notices, now=now)


def notify_renamed(account_id: int, *, now: datetime) -> None:
    """Notify a player of their new username. The caller holds the locks of :func:`with_owners`."""
    _send({account_id: NewNotice(account_id, NoticeKind.RENAMED.value, {})}, now=now)


def notify_accesses(*, now: datetime) -> int:
    """Notify players of accesses to hidden cards of games that are over; return how many games."""
    over = UndisclosedAccess.objects.filter(game__status=GameStatus.OVER).order_by("pk")
    game_ids = list(over.values_list("pk", flat=True)[:MOST_AT_ONCE])
    return sum(_notify_access(game_id, now=now) for game_id in game_ids)


@transaction.atomic
def _notify_access(game_id: int, *, now: datetime) -> bool:
    accounts = set(_accounts_by_seat(game_id).values())
    locks.lock_all(with_owners(accounts))
    is_first = UndisclosedAccess.objects.filter(pk=game_id).delete()[0] > 0
    if is_first:  # two workers may come here at once
        data = {"game": ids.to_text(game_id)}
        kind = NoticeKind.ACCESSED.value
        _send({account: NewNotice(account, kind, data) for account in accounts}, now=now)
    return is_first


def _of_ruling(ruling: Ruling, *, is_concerned: bool) -> Json:
    until = ruling.until if is_concerned else None
    return {
        "game": ids.to_text(ruling.dispute.game_id),
        "dispute": ruling.dispute.public_id,
        "ruling": ruling.kind,
        "seat": ruling.seat if is_concerned else None,
        "until": None if until is None else time_text(until),
    }


def _send(new_notices: dict[int, NewNotice], *, now: datetime) -> None:
    """Send each account its notice, and each owner of a bot a copy of the bot's notice.

    Readers see the ids of notices, which grow in the order of writing. So the order must not depend
    on the complainant: it is by account id, with an owner's copy right after the notice of the bot.
    """
    owners = dict(_bots(new_notices).values_list("pk", "owner_id"))
    notes = []
    for account_id in sorted(new_notices):
        notes.append(new_notices[account_id])
        if (owner := owners.get(account_id)) is not None:
            notes.append(new_notices[account_id]._replace(account_id=owner))
    notices.send(notes, now=now)


def with_owners(account_ids: Iterable[int | None]) -> set[int]:
    """Return accounts and the owners of bots among them: all who get their notices."""
    accounts = {account for account in account_ids if account is not None}
    return accounts | set(_bots(accounts).values_list("owner_id", flat=True))


def _bots(account_ids: Iterable[int]) -> models.QuerySet[User]:
    return User.objects.filter(pk__in=[*account_ids], owner__isnull=False)


def _accounts_by_seat(game_id: int) -> dict[Seat, int]:
    rows = SeatRow.objects.filter(game=game_id, account__isnull=False)
    return dict(rows.values_list("number", "account_id"))

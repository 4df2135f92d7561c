"""Notices of rulings and looks, for the inboxes of those whom they concern and of the owners of bots among them.

A notice names the game, the dispute, the kind of ruling, and a seat where the ruling names one to its reader. It never
says who complained or who was complained of.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db import models, transaction

from accounts import locks, notices
from accounts.models import User
from accounts.notices import News
from games import ids
from games.disputes import filing
from games.disputes.models import Dispute, Kind, LookToTell, Ruling
from games.engine.cards import Seat
from games.engine.chain import time_text
from games.log import reader
from games.models import GameStatus
from games.models import Seat as SeatRow
from games.notify.notices import announce

MOST_AT_ONCE = 100
"""Games whose players are told of looks by one call."""

Json = dict[str, Any]


class NoticeKind(models.TextChoices):
    """What a notice tells."""

    DISPUTE_RULED = "dispute_ruled", "a dispute was ruled on"
    APPEAL_RULED = "appeal_ruled", "a dispute was ruled on again, on appeal"
    WARNED = "warned", "you were warned"
    SUSPENDED = "suspended", "your account was suspended"
    SEAT_REMOVED = "seat_removed", "your seat was removed from a game"
    SEAT_RESTORED = "seat_restored", "your seat is yours again"
    LOOKED_INTO = "looked_into", "a reviewer looked at hidden cards of a game that you played"


_AGAINST = {
    Kind.WARNING: NoticeKind.WARNED,
    Kind.SUSPENDED: NoticeKind.SUSPENDED,
    Kind.SEAT_REMOVED: NoticeKind.SEAT_REMOVED,
}


def recipients(dispute: Dispute) -> set[int]:
    """Return every account that a ruling on a dispute may concern, to be locked with its bots before the game."""
    suffered = dispute.rulings.values_list("account_id", flat=True)
    seated = SeatRow.objects.filter(game=dispute.game_id).values_list("account_id", flat=True)
    parties = (dispute.complainant_id, dispute.accused_id)
    return _with_owners({*parties, *suffered, *seated} - {None})


def notify_ruling(
    ruling: Ruling, *, previous: Ruling | None, restored: Collection[Seat], now: datetime
) -> None:
    """Give notice of a ruling; ``previous`` is the one whose place it takes, ``restored`` the seats that are back."""
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

    told = {}
    for account in {dispute.complainant_id, *seats.values()}:
        is_concerned = filing.concerns(dispute, ruling, account)
        # The ruling before may have concerned a player whom this one does not: its seat is not theirs to know.
        if is_concerned or (previous is not None and filing.concerns(dispute, previous, account)):
            data = _of_ruling(ruling, is_concerned=is_concerned)
            told[account] = News(account, kind_for(account).value, data)
    _send(told, now=now)


def notify_accesses(*, now: datetime) -> int:
    """Give notice of the looks into games that are over by now; return of how many games that was."""
    over = LookToTell.objects.filter(game__status=GameStatus.OVER).order_by("pk")
    game_ids = list(over.values_list("pk", flat=True)[:MOST_AT_ONCE])
    return sum(_notify_access(game_id, now=now) for game_id in game_ids)


@transaction.atomic
def _notify_access(game_id: int, *, now: datetime) -> bool:
    accounts = set(_accounts_by_seat(game_id).values())
    locks.lock_all(_with_owners(accounts))
    is_first = LookToTell.objects.filter(pk=game_id).delete()[0] > 0
    if is_first:  # of two workers at once
        data = {"game": ids.to_text(game_id)}
        kind = NoticeKind.LOOKED_INTO.value
        _send({account: News(account, kind, data) for account in accounts}, now=now)
        announce(game_id, reader.versions([game_id])[game_id])
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


def _send(told: dict[int, News], *, now: datetime) -> None:
    """Give each account its notice, and the owner of a bot the same as the bot.

    The ids of notices grow in the order of writing and their readers see them. So the order must not depend on who
    complained: accounts by id, and the copy for an owner right after the notice of the bot.
    """
    owners = dict(_bots(told).values_list("pk", "owner_id"))
    given = []
    for account_id in sorted(told):
        given.append(told[account_id])
        if (owner := owners.get(account_id)) is not None:
            given.append(told[account_id]._replace(account_id=owner))
    notices.give(given, now=now)


def _with_owners(account_ids: Iterable[int | None]) -> set[int]:
    accounts = {account for account in account_ids if account is not None}
    return accounts | set(_bots(accounts).values_list("owner_id", flat=True))


def _bots(account_ids: Iterable[int]) -> models.QuerySet[User]:
    return User.objects.filter(pk__in=[*account_ids], owner__isnull=False)


def _accounts_by_seat(game_id: int) -> dict[Seat, int]:
    rows = SeatRow.objects.filter(game=game_id, account__isnull=False)
    return dict(rows.values_list("number", "account_id"))

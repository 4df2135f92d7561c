"""The record of a player: disputes filed and received with their outcomes, rulings, and games."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery

from accounts import suspensions
from accounts.models import User
from games.desk import audit, involvement
from games.desk.claiming import PERMISSION
from games.desk.hidden_access import ACCESS_DURATION
from games.desk.models import Action, AuditEntry, Dispute, DisputeStatus, Kind, Ruling
from games.desk.refusals import NotPermitted, ReviewerInvolved
from games.log.models import Seat
from games.play import results
from games.play.results import ResultCount

MOST_SHOWN = 20
"""Disputes, rulings and games on the page of a player, newest first."""
OUTCOMES = {
    "waiting": "waiting",
    "upheld": "upheld",
    "dismissed": "dismissed",
    "bad_faith": "dismissed, not in good faith",
    "withdrawn": "withdrawn",
}


class PlayerRecord(NamedTuple):
    """What the page of a player shows, the newest first, at most ``MOST_SHOWN`` of each."""

    results: dict[str, ResultCount]
    games: list[Seat]
    filed: list[Dispute]
    received: list[Dispute]
    rulings: list[Ruling]
    filed_counts: dict[str, int]
    """Disputes by the label of their outcome."""
    received_counts: dict[str, int]
    bots: list[User]


def open_page(player: User, reader: User, *, now: datetime) -> None:
    """Check that a reviewer may open the page of a player, and record that they do,
    once within ``ACCESS_DURATION``.

    :raises NotPermitted: if the reviewer lacks the permission or is suspended.
    :raises ReviewerInvolved: if it is their own account, or that of their bot or owner.
    """
    check(player, reader, now=now)
    entries = AuditEntry.objects.filter(player=player, actor=reader, action=Action.OPENED_PLAYER)
    if not entries.filter(at__gt=now - ACCESS_DURATION).exists():
        audit.record(reader, Action.OPENED_PLAYER, player, "", now=now)


def check(player: User, reader: User, *, now: datetime) -> None:
    """Check that a reviewer may open the page of a player, and act there.

    :raises NotPermitted: if the reviewer lacks the permission or is suspended.
    :raises ReviewerInvolved: if it is their own account, or that of their bot or owner.
    """
    if not reader.has_perm(PERMISSION) or suspensions.is_suspended(reader, now=now):
        raise NotPermitted("Only reviewers can do this.")
    if involvement.owner_and_bots(reader).filter(pk=player.pk).exists():
        raise ReviewerInvolved("This is your own account, or one of your bots or their owner.")


def of_player(player: User, *, reader: User) -> PlayerRecord:
    """Return the record of a player, without disputes in which the reader is involved."""
    disputes = involvement.exclude_involved(Dispute.objects.all(), reader)
    filed, received = disputes.filter(complainant=player), disputes.filter(accused=player)
    rulings = Ruling.objects.filter(account=player, dispute__in=disputes)
    seats = Seat.objects.filter(account=player).select_related("game")
    return PlayerRecord(
        results=results.kept(player.pk),
        games=list(
            seats.defer("game__seed", "game__rules")
            .prefetch_related("game__seats__account")
            .order_by("-game_id")[:MOST_SHOWN]
        ),
        filed=_shown(filed),
        received=_shown(received),
        rulings=list(
            rulings.select_related("dispute", "reviewer").order_by("-pk")[:MOST_SHOWN],
        ),
        filed_counts=_counts(filed),
        received_counts=_counts(received),
        bots=list(User.objects.filter(owner=player).order_by("-pk")[:MOST_SHOWN]),
    )


def outcome(status: str, kind: str | None, is_bad_faith: bool | None = False) -> str:
    """Return the outcome of a dispute for its complainant: a key of ``OUTCOMES``.

    ``kind`` and ``is_bad_faith`` are those of the ruling that counts.
    """
    if status == DisputeStatus.WITHDRAWN:
        return "withdrawn"
    if status != DisputeStatus.RULED or kind is None:
        return "waiting"
    if kind != Kind.DISMISSED:
        return "upheld"
    return "bad_faith" if is_bad_faith else "dismissed"


def _shown(disputes: QuerySet[Dispute]) -> list[Dispute]:
    found = disputes.select_related("game", "complainant", "accused")
    shown = found.defer("game__seed", "game__rules").prefetch_related("rulings")
    return list(shown.order_by("-pk")[:MOST_SHOWN])


def _counts(disputes: QuerySet[Dispute]) -> dict[str, int]:
    last = Ruling.objects.filter(dispute=OuterRef("pk")).order_by("-pk")
    rows = disputes.annotate(
        last=Subquery(last.values("kind")[:1]), bad=Subquery(last.values("is_bad_faith")[:1])
    ).order_by()
    counts: dict[str, int] = {}
    for status, kind, bad, count in rows.values_list("status", "last", "bad").annotate(Count("pk")):
        label = OUTCOMES[outcome(status, kind, bad)]
        counts[label] = counts.get(label, 0) + count
    return counts

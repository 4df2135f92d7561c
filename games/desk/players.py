"""What the desk sees of a player and does about them: the record, private notes, a new username.

The player reads the notes in their export of personal data, without the names of the reviewers.
Notes are deleted with the account that they are about. A note on a dispute is hidden from reviewers
who are involved in its game.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from accounts import locks, renaming
from accounts.models import User
from accounts.registration import owner_and_bots
from games.desk import audit, involvement, notifying
from games.desk.claiming import PERMISSION
from games.desk.hidden_access import ACCESS_DURATION
from games.desk.models import Dispute, DisputeStatus, Kind, PlayerNote, Ruling
from games.desk.refusals import (
    AlreadyRenamed,
    NoteNotFound,
    NotPermitted,
    PlayerClosed,
    ReasonsMissing,
    ReviewerInvolved,
    TooManyNotes,
)
from games.log.models import Seat
from games.play import results
from games.play.models import Action, AuditEntry
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
    check_may_open(player, reader, now=now)
    entries = AuditEntry.objects.filter(player=player, actor=reader, action=Action.OPENED_PLAYER)
    if not entries.filter(at__gt=now - ACCESS_DURATION).exists():
        audit.record(reader, Action.OPENED_PLAYER, player, "", now=now)


def check_may_open(player: User, reader: User, *, now: datetime) -> None:
    """Check that a reviewer may open the page of a player, and act there.

    :raises NotPermitted: if the reviewer lacks the permission or is suspended.
    :raises ReviewerInvolved: if it is their own account, or that of their bot or owner.
    """
    if not reader.has_perm(PERMISSION) or locks.is_suspended(reader, now=now):
        raise NotPermitted("Only reviewers can do this.")
    if owner_and_bots(reader).filter(pk=player.pk).exists():
        raise ReviewerInvolved("This is your own account, or one of your bots or their owner.")


def read_record(player: User, *, reader: User) -> PlayerRecord:
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


LONGEST_NOTE = 2_000
"""Characters of a note."""
MOST_NOTES = 100
"""Notes on one player."""


def write_note(
    player: User, author: User, text: str, *, dispute: Dispute | None = None, now: datetime
) -> PlayerNote:
    """Write a note on a player, signed and dated, and record it in the audit log.

    :raises ReasonsMissing: if the text is blank.
    :raises NotPermitted: if the author lacks the permission or is suspended.
    :raises ReviewerInvolved: if the author is the player, or involved in the dispute.
    :raises PlayerClosed: if the account of the player is closed.
    :raises TooManyNotes: if there are ``MOST_NOTES`` on the player.
    """
    if not text.strip():
        raise ReasonsMissing("Write a text.")
    with transaction.atomic():
        accounts = locks.lock_all([player.pk, author.pk])
        locks.check_active(accounts[author.pk])
        check_may_open(player, author, now=now)
        if dispute is not None:
            involvement.check_not_involved(dispute.game_id, author)
        if accounts[player.pk].closed_at is not None:
            raise PlayerClosed("This account is closed. Nothing more is stored about it.")
        if PlayerNote.objects.filter(player=player).count() >= MOST_NOTES:
            raise TooManyNotes(f"A player has at most {MOST_NOTES} notes. Erase one first.")
        note = PlayerNote.objects.create(
            player=player, author=author, dispute=dispute, text=text.strip()[:LONGEST_NOTE], at=now
        )
        audit.record(author, Action.NOTED, player, "", now=now)
    return note


def erase_note(note_id: int, player: User, reader: User, *, now: datetime) -> None:
    """Erase a note for good. Only its author may, or a superuser.

    :raises NoteNotFound: if the player has no such note that the reader may see.
    :raises NotPermitted: if another reviewer wrote it.
    :raises ReviewerInvolved: if the reader is the player.
    """
    check_may_open(player, reader, now=now)
    with transaction.atomic():
        note = (
            notes_of_player(player, reader=reader)
            .select_for_update(of=("self",))
            .filter(pk=note_id)
        )
        stored = note.first()
        if stored is None:
            raise NoteNotFound
        if not may_erase(stored, reader):
            raise NotPermitted("Only the author of a note can erase it, or a superuser.")
        stored.delete()
        audit.record(reader, Action.NOTE_ERASED, player, "", now=now)


def may_erase(note: PlayerNote, reader: User) -> bool:
    """Return whether a reviewer may erase a note."""
    return note.author_id == reader.pk or reader.is_superuser


def notes_of_player(player: User, *, reader: User) -> QuerySet[PlayerNote]:
    """Return the notes on a player, newest first, without those on games of the reader."""
    own = involvement.exclude_involved(Dispute.objects.all(), reader).order_by()
    notes = PlayerNote.objects.filter(Q(dispute=None) | Q(dispute__in=own), player=player)
    return notes.select_related("author").order_by("-pk")


LONGEST_REASON = 1_000


def replace_username(player: User, reviewer: User, *, shown: str, why: str, now: datetime) -> User:
    """Replace a username by an invented one, reserve the old one, and notify the player.

    ``shown`` is the username that the reviewer saw. The audit log has the reason, and neither name.

    :raises ReasonsMissing: if ``why`` is blank.
    :raises NotPermitted: if the reviewer lacks the permission, or the player works at the desk.
    :raises ReviewerInvolved: if the reviewer is the player.
    :raises PlayerClosed: if the account of the player is closed.
    :raises AlreadyRenamed: if the player has another username by now.
    """
    if not why.strip():
        raise ReasonsMissing("Give the reason for replacing the username.")
    check_may_open(player, reviewer, now=now)
    with transaction.atomic():
        accounts = locks.lock_all({*notifying.with_owners([player.pk]), reviewer.pk})
        locks.check_active(accounts[reviewer.pk])
        current = accounts[player.pk]
        if current.is_staff:
            raise NotPermitted("Ask an administrator to rename an account that works at the desk.")
        if current.closed_at is not None:
            raise PlayerClosed("This account is closed, and has a random name already.")
        if current.username != shown:
            raise AlreadyRenamed("The username of this player has changed. Look at it again.")
        renamed = renaming.replace_username(player.pk, now=now)
        audit.record(reviewer, Action.RENAMED, player, why.strip()[:LONGEST_REASON], now=now)
        notifying.notify_renamed(player.pk, now=now)
    return renamed


class DisputeCounts(NamedTuple):
    """Counts for one account. Withdrawn complaints do not count."""

    filed: int = 0
    about: int = 0
    rulings: int = 0
    """Warnings, removals and suspensions, including those that a later ruling replaced."""


def counts_by_account(account_ids: Collection[int], *, reader: User) -> dict[int, DisputeCounts]:
    """Return the counts of each account, in three queries for any number of accounts.

    Leaves out games in which the reader is involved: the counts would reveal complaints there.
    """
    disputes = involvement.exclude_involved(Dispute.objects.all(), reader)
    counted = disputes.exclude(status=DisputeStatus.WITHDRAWN)
    filed = counted.filter(complainant__in=account_ids).values_list("complainant")
    about = counted.filter(accused__in=account_ids).values_list("accused")
    ruled = Ruling.objects.filter(account__in=account_ids, dispute__in=disputes)
    rulings = ruled.order_by().values_list("account")
    by_account = [
        dict(rows.annotate(count=Count("*")).order_by()) for rows in (filed, about, rulings)
    ]
    return {
        each: DisputeCounts(*(counts.get(each, 0) for counts in by_account)) for each in account_ids
    }

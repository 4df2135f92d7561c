"""Private notes of reviewers on players.

The player reads the texts in their export of personal data, without the names of the reviewers.
Notes are deleted with the account that they are about. A note on a dispute is hidden from reviewers
who are involved in its game.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import locks
from accounts.models import User
from games.desk import audit, involvement
from games.desk.models import Action, Dispute, PlayerNote
from games.desk.players import record
from games.desk.refusals import (
    NoteNotFound,
    NotPermitted,
    PlayerClosed,
    ReasonsMissing,
    TooManyNotes,
)

LONGEST = 2_000
"""Characters of a note."""
MOST_NOTES = 100
"""Notes on one player."""


def write(
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
        record.check(player, author, now=now)
        if dispute is not None:
            involvement.check(dispute.game_id, author)
        if accounts[player.pk].closed_at is not None:
            raise PlayerClosed("This account is closed. Nothing more is stored about it.")
        if PlayerNote.objects.filter(player=player).count() >= MOST_NOTES:
            raise TooManyNotes(f"A player has at most {MOST_NOTES} notes. Erase one first.")
        note = PlayerNote.objects.create(
            player=player, author=author, dispute=dispute, text=text.strip()[:LONGEST], at=now
        )
        audit.record(author, Action.NOTED, player, "", now=now)
    return note


def erase(note_id: int, player: User, reader: User, *, now: datetime) -> None:
    """Erase a note for good. Only its author may, or a superuser.

    :raises NoteNotFound: if the player has no such note that the reader may see.
    :raises NotPermitted: if another reviewer wrote it.
    :raises ReviewerInvolved: if the reader is the player.
    """
    record.check(player, reader, now=now)
    with transaction.atomic():
        note = of_player(player, reader=reader).select_for_update(of=("self",)).filter(pk=note_id)
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


def of_player(player: User, *, reader: User) -> QuerySet[PlayerNote]:
    """Return the notes on a player, newest first, without those on games of the reader."""
    own = involvement.exclude_involved(Dispute.objects.all(), reader).order_by()
    notes = PlayerNote.objects.filter(Q(dispute=None) | Q(dispute__in=own), player=player)
    return notes.select_related("author").order_by("-pk")

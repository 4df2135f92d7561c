"""Export and erase what disputes store about an account."""

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from accounts.lifecycle.personal_data import Chunk, Json, Key, Part, chunk
from accounts.models import User
from games import ids
from games.disputes.models import (
    AuditEntry,
    Dispute,
    DisputeStatus,
    PlayerNote,
    Ruling,
    SeatAddress,
    Words,
)


def forget(account_id: int) -> None:
    """Withdraw an account's open disputes; erase its texts, the reasons of rulings on it, the
    addresses of its seats, and notes on it.
    """
    Dispute.objects.filter(complainant_id=account_id, status=DisputeStatus.OPEN).update(
        status=DisputeStatus.WITHDRAWN, reviewer=None, claimed_until=None
    )
    Words.objects.filter(author_id=account_id).update(text="")
    closed_at = User.objects.values("closed_at").filter(pk=account_id)
    reasons_about(account_id, closed_at=closed_at).update(reasons="")
    SeatAddress.objects.filter(seat__account_id=account_id).delete()
    PlayerNote.objects.filter(player_id=account_id).delete()


def reasons_about(account: object, *, closed_at: object) -> QuerySet[Ruling]:
    """Return the rulings whose reasons may name a closed account: those against it, and on its
    disputes or those about it. Later ones name no account that they could.

    Both are values or expressions.
    """
    concerned = Q(account=account) | Q(dispute__complainant=account) | Q(dispute__accused=account)
    return Ruling.all_given.filter(concerned, at__lte=closed_at).exclude(reasons="")


def _disputes(account_id: int, after: Key | None, most: int) -> Chunk:
    disputes = Dispute.objects.filter(complainant_id=account_id).prefetch_related("rulings")
    return chunk(disputes, _dispute, after, most, by="pk")


def _words(account_id: int, after: Key | None, most: int) -> Chunk:
    return chunk(Words.objects.filter(author_id=account_id), _text, after, most, by="pk")


def _rulings(account_id: int, after: Key | None, most: int) -> Chunk:
    return chunk(Ruling.all_given.filter(account_id=account_id), _ruling, after, most, by="pk")


def _reviews(account_id: int, after: Key | None, most: int) -> Chunk:
    return chunk(AuditEntry.objects.filter(actor_id=account_id), _review, after, most, by="pk")


def _notes(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the texts of notes on the account, without the reviewers who wrote them."""
    return chunk(PlayerNote.objects.filter(player_id=account_id), _note, after, most, by="pk")


def _addresses(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return only games and times: addresses are stored as keyed digests."""
    rows = SeatAddress.objects.filter(seat__account_id=account_id).select_related("seat")
    return chunk(rows, _address, after, most, by="pk")


def _dispute(dispute: Dispute) -> Json:
    rulings = list(dispute.rulings.all())
    return {
        "id": dispute.public_id,
        "game": ids.to_text(dispute.game_id),
        "move": dispute.move,
        "reason": dispute.reason,
        "status": dispute.status,
        "filed_at": dispute.filed_at,
        "is_bad_faith": bool(rulings) and rulings[-1].is_bad_faith,  # the last one counts
    }


def _text(words: Words) -> Json:
    return {"dispute": ids.to_text(words.dispute_id), "text": words.text, "at": words.at}


def _ruling(ruling: Ruling) -> Json:
    return {
        "dispute": ids.to_text(ruling.dispute_id),
        "kind": ruling.kind,
        "until": ruling.until,
        "reasons": ruling.reasons,
        "at": ruling.at,
        "undone_at": ruling.undone_at,
    }


def _review(entry: AuditEntry) -> Json:
    return {
        "action": entry.action,
        "game": None if entry.game_id is None else ids.to_text(entry.game_id),
        "why": entry.why,
        "at": entry.at,
    }


def _note(note: PlayerNote) -> Json:
    return {"text": note.text, "at": note.at}


def _address(row: SeatAddress) -> Json:
    return {"game": ids.to_text(row.seat.game_id), "at": row.at}


PARTS: Mapping[str, Part] = {
    "disputes": Part(_disputes),
    "dispute_words": Part(_words),
    "rulings": Part(_rulings),
    "reviews": Part(_reviews),
    "reviewer_notes": Part(_notes),
    "addresses": Part(_addresses),
}

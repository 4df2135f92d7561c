"""What is stored about an account in disputes, for the person whose it is; and what goes with it."""

from typing import Any

from games import ids
from games.disputes.models import AuditEntry, Dispute, Ruling, SeatAddress, Status, Words

Json = dict[str, Any]


def held(account_id: int) -> Json:
    """Return everything that disputes hold about somebody; of addresses there are digests alone."""
    return {
        "disputes": _disputes(account_id),
        "dispute_words": _words(account_id),
        "rulings": _rulings(account_id),
        "reviews": _reviews(account_id),
        "addresses": _addresses(account_id),
    }


def forget(account_id: int) -> None:
    """Withdraw what waits, and erase what the account has written and from where it played."""
    Dispute.objects.filter(complainant_id=account_id, status=Status.OPEN).update(
        status=Status.WITHDRAWN, reviewer=None, claimed_until=None
    )
    Words.objects.filter(author_id=account_id).update(text="")
    SeatAddress.objects.filter(seat__account_id=account_id).delete()


def _disputes(account_id: int) -> list[Json]:
    return [
        {
            "id": dispute.public_id,
            "game": ids.to_text(dispute.game_id),
            "move": dispute.move,
            "reason": dispute.reason,
            "status": dispute.status,
            "filed_at": dispute.filed_at,
        }
        for dispute in Dispute.objects.filter(complainant_id=account_id).order_by("pk")
    ]


def _words(account_id: int) -> list[Json]:
    return [
        {"dispute": ids.to_text(words.dispute_id), "text": words.text, "at": words.at}
        for words in Words.objects.filter(author_id=account_id)
    ]


def _rulings(account_id: int) -> list[Json]:
    return [
        {
            "dispute": ids.to_text(ruling.dispute_id),
            "kind": ruling.kind,
            "until": ruling.until,
            "reasons": ruling.reasons,
            "at": ruling.at,
        }
        for ruling in Ruling.objects.filter(account_id=account_id)
    ]


def _reviews(account_id: int) -> list[Json]:
    return [
        {
            "action": entry.action,
            "game": ids.to_text(entry.game_id),
            "why": entry.why,
            "at": entry.at,
        }
        for entry in AuditEntry.objects.filter(actor_id=account_id).order_by("pk")
    ]


def _addresses(account_id: int) -> list[Json]:
    rows = SeatAddress.objects.filter(seat__account_id=account_id).select_related("seat")
    return [{"game": ids.to_text(row.seat.game_id), "at": row.at} for row in rows]

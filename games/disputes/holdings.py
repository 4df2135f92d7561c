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
    columns = ("id", "game_id", "move", "reason", "status", "filed_at")
    disputes = Dispute.objects.filter(complainant_id=account_id).order_by("pk").values(*columns)
    return [
        {**row, "id": ids.to_text(row["id"]), "game": ids.to_text(row.pop("game_id"))}
        for row in disputes
    ]


def _words(account_id: int) -> list[Json]:
    words = Words.objects.filter(author_id=account_id).values("dispute_id", "text", "at")
    return [{**row, "dispute": ids.to_text(row.pop("dispute_id"))} for row in words]


def _rulings(account_id: int) -> list[Json]:
    columns = ("dispute_id", "kind", "until", "reasons", "at")
    rulings = Ruling.objects.filter(account_id=account_id).values(*columns)
    return [{**row, "dispute": ids.to_text(row.pop("dispute_id"))} for row in rulings]


def _reviews(account_id: int) -> list[Json]:
    entries = AuditEntry.objects.filter(actor_id=account_id).order_by("pk")
    return [
        {**row, "game": ids.to_text(row.pop("game_id"))}
        for row in entries.values("action", "game_id", "why", "at")
    ]


def _addresses(account_id: int) -> list[Json]:
    rows = SeatAddress.objects.filter(seat__account_id=account_id).values("seat__game_id", "at")
    return [{"game": ids.to_text(row["seat__game_id"]), "at": row["at"]} for row in rows]

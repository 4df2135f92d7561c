"""Render notices as JSON."""

from accounts.models import Notice
from games.api.positions.members import Json
from games.engine.chain import time_text

DATA = ("game", "dispute", "ruling", "seat", "until", "reason", "tournament", "removal")


def notice(notice: Notice) -> Json:
    """Return a notice as JSON."""
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "at": time_text(notice.created_at),
        "read_at": None if notice.read_at is None else time_text(notice.read_at),
        "data": dict.fromkeys(DATA) | notice.data,
    }

"""Answers kept for retries: the same key and request give the first answer again, byte for byte."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from games.models import StoredAnswer
from games.refusals import KeyReused

KEPT = timedelta(hours=24)
LONGEST_KEY = 64


class Answer(NamedTuple):
    """An answer as it went out: status, headers that matter, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def fingerprint(*, method: str, path: str, body: bytes) -> bytes:
    """Return what tells one request from another under the same key."""
    return sha256(b"\0".join((method.encode(), path.encode(), body))).digest()


def find(account_id: int, key: str, fingerprint: bytes, *, now: datetime) -> Answer | None:
    """Return the answer that was given under this key, if any is kept.

    :raises KeyReused: if it was given to another request.
    """
    kept = StoredAnswer.objects.filter(account_id=account_id, key=key, at__gt=now - KEPT).first()
    if kept is None:
        return None
    if bytes(kept.fingerprint) != fingerprint:
        raise KeyReused("This Idempotency-Key was used for another request: choose a new one.")
    return Answer(kept.status, kept.headers, bytes(kept.body))


def store(account_id: int, key: str, fingerprint: bytes, answer: Answer, *, now: datetime) -> None:
    """Keep an answer, in the transaction of the command that it answers.

    :raises IntegrityError: if the key was used meanwhile; the transaction must then be undone.
    """
    StoredAnswer.objects.filter(account_id=account_id, key=key, at__lte=now - KEPT).delete()
    StoredAnswer.objects.create(
        account_id=account_id,
        key=key,
        fingerprint=fingerprint,
        status=answer.status,
        headers=dict(answer.headers),
        body=answer.body,
        at=now,
    )


def purge(*, now: datetime) -> int:
    """Forget the answers that are too old; return how many there were."""
    return StoredAnswer.objects.filter(at__lte=now - KEPT).delete()[0]

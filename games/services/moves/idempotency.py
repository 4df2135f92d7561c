"""Store answers for retries: the same key and request get the first answer, byte for byte."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

import orjson
from django.db import connection
from django.db.models import QuerySet

from accounts import purging
from accounts.plain_sql import time_value
from games.log.writer import Row
from games.models import StoredAnswer
from games.refusals import KeyReused

KEPT = timedelta(hours=24)
LONGEST_KEY = 64

_FIND = """
SELECT fingerprint, status, headers, body FROM games_storedanswer
WHERE account_id = %s AND key = %s AND at > %s
"""
_STORE = """
INSERT INTO games_storedanswer (account_id, key, fingerprint, status, headers, body, at)
SELECT %s, %s, %s, %s, %s, %s, %s"""


class KeptAnswer(NamedTuple):
    """An answer as it was sent: status, headers to repeat, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def fingerprint(*, method: str, path: str, body: bytes) -> bytes:
    """Return a digest that identifies the request under its key."""
    return sha256(b"\0".join((method.encode(), path.encode(), body))).digest()


def find(account_id: int, key: str, fingerprint: bytes, *, now: datetime) -> KeptAnswer | None:
    """Return the stored answer of this key, or None.

    :raises KeyReused: if the key belongs to another request.
    """
    oldest = time_value(now - KEPT)
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [account_id, key, oldest])
        row = cursor.fetchone()
    if row is None:
        return None
    stored_fingerprint, status, headers, body = row
    if bytes(stored_fingerprint) != fingerprint:
        raise _key_reused()
    return KeptAnswer(status, orjson.loads(headers), bytes(body))


def find_all(
    account_id: int, keys: Collection[str], fingerprint: bytes, *, now: datetime
) -> dict[str, KeptAnswer]:
    """Return the stored answers of these keys, in one query.

    :raises KeyReused: if a key belongs to another request.
    """
    rows = StoredAnswer.objects.filter(account_id=account_id, key__in=keys, at__gt=now - KEPT)
    found = {}
    for kept in rows:
        if bytes(kept.fingerprint) != fingerprint:
            raise _key_reused()
        found[kept.key] = KeptAnswer(kept.status, kept.headers, bytes(kept.body))
    return found


def row(account_id: int, key: str, fingerprint: bytes, answer: KeptAnswer, *, now: datetime) -> Row:
    """Return the row that stores an answer, to be written together with the moves that it reports.

    Writing it fails with an :class:`~django.db.IntegrityError` if the key is taken.
    """
    headers = orjson.dumps(dict(answer.headers)).decode()
    at = time_value(now)
    return Row(_STORE, [account_id, key, fingerprint, answer.status, headers, answer.body, at])


def store(rows: Iterable[Row]) -> None:
    """Write the rows of an answer, in the transaction of the use case that it reports.

    :raises IntegrityError: if the key is taken; the transaction must then be rolled back.
    """
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(row.statement, row.values)


def forget(account_id: int, key: str, *, now: datetime) -> bool:
    """Delete the answer of this key if it has expired; return whether it had."""
    return bool(_expired(now).filter(account_id=account_id, key=key).delete()[0])


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` expired answers; return how many were deleted."""
    return purging.delete_first(_expired(now), by="at", most=most)


def _expired(now: datetime) -> QuerySet[StoredAnswer]:
    return StoredAnswer.objects.filter(at__lte=now - KEPT)


def _key_reused() -> KeyReused:
    return KeyReused("This Idempotency-Key was used for another request. Choose a new one.")

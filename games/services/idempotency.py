"""Answers kept for retries: the same key and request give the first answer again, byte for byte."""

from collections.abc import Iterable, Mapping
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
    """An answer as it went out: status, headers that matter, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def fingerprint(*, method: str, path: str, body: bytes) -> bytes:
    """Return what tells one request from another under the same key."""
    return sha256(b"\0".join((method.encode(), path.encode(), body))).digest()


def find(account_id: int, key: str, fingerprint: bytes, *, now: datetime) -> KeptAnswer | None:
    """Return the answer that was given under this key, if any is kept.

    :raises KeyReused: if it was given to another request.
    """
    oldest = time_value(now - KEPT)
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [account_id, key, oldest])
        row = cursor.fetchone()
    if row is None:
        return None
    print_, status, headers, body = row
    if bytes(print_) != fingerprint:
        raise KeyReused("This Idempotency-Key was used for another request: choose a new one.")
    return KeptAnswer(status, orjson.loads(headers), bytes(body))


def row(account_id: int, key: str, fingerprint: bytes, answer: KeptAnswer, *, now: datetime) -> Row:
    """Return the row that keeps an answer, to be written together with what it tells of.

    Writing it fails with an :class:`~django.db.IntegrityError` if the key is taken.
    """
    headers = orjson.dumps(dict(answer.headers)).decode()
    at = time_value(now)
    return Row(_STORE, [account_id, key, fingerprint, answer.status, headers, answer.body, at])


def store(rows: Iterable[Row]) -> None:
    """Write the rows that keep an answer, in the transaction of the use case that it reports.

    :raises IntegrityError: if the key is taken; the transaction must then be rolled back.
    """
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(row.statement, row.values)


def forget(account_id: int, key: str, *, now: datetime) -> bool:
    """Forget the answer under this key if it is too old to be given again; return whether it was."""
    return bool(_old(now).filter(account_id=account_id, key=key).delete()[0])


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` answers that are too old; return how many were deleted."""
    return purging.delete_first(_old(now), by="at", most=most)


def _old(now: datetime) -> QuerySet[StoredAnswer]:
    return StoredAnswer.objects.filter(at__lte=now - KEPT)

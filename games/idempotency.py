"""Answers kept for retries: the same key and request give the first answer again, byte for byte."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

import orjson
from django.db import connection

from games.models import StoredAnswer
from games.refusals import KeyReused

KEPT = timedelta(hours=24)
LONGEST_KEY = 64

_FIND = """
SELECT fingerprint, status, headers, body FROM games_storedanswer
WHERE account_id = %s AND key = %s AND at > %s
"""
# The answer of another request may stand there that is too old to be given again.
_STORE = """
INSERT INTO games_storedanswer (account_id, key, fingerprint, status, headers, body, at)
VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
    status = excluded.status, headers = excluded.headers, body = excluded.body, at = excluded.at
WHERE games_storedanswer.at <= %s
"""


class KeyTaken(Exception):
    """Another request was carried out under the key meanwhile."""


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
    oldest = connection.ops.adapt_datetimefield_value(now - KEPT)
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [account_id, key, oldest])
        row = cursor.fetchone()
    if row is None:
        return None
    print_, status, headers, body = row
    if bytes(print_) != fingerprint:
        raise KeyReused("This Idempotency-Key was used for another request: choose a new one.")
    return Answer(status, orjson.loads(headers), bytes(body))


def store(account_id: int, key: str, fingerprint: bytes, answer: Answer, *, now: datetime) -> None:
    """Keep an answer, in the transaction of the command that it answers.

    :raises KeyTaken: if the key was used meanwhile; the transaction must then be undone.
    """
    time = connection.ops.adapt_datetimefield_value
    headers = orjson.dumps(dict(answer.headers)).decode()
    with connection.cursor() as cursor:
        cursor.execute(
            _STORE,
            [
                account_id,
                key,
                fingerprint,
                answer.status,
                headers,
                answer.body,
                time(now),
                time(now - KEPT),
            ],
        )
        if not cursor.rowcount:
            raise KeyTaken


def purge(*, now: datetime) -> int:
    """Forget the answers that are too old; return how many there were."""
    return StoredAnswer.objects.filter(at__lte=now - KEPT).delete()[0]

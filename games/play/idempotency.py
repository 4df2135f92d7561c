"""Store answers for retries: the same key and request get the first answer, byte for byte.

The answer to a command at the table is stored as a reference to its moves, and rendered from the
log again. Other answers are stored as they are. Release 0.2 stored compressed answers, which are
read until release 0.4.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from django.db import connection
from django.db.models import QuerySet
from zstandard import FORMAT_ZSTD1_MAGICLESS, ZstdCompressionDict, ZstdDecompressor, ZstdError

from accounts import statements
from accounts.statements import time_value
from games.engine.refusals import MalformedEntry, NewerSchema
from games.log.models import StoredAnswer
from games.log.writer import Row
from games.play.refusals import KeyReused

DICTIONARY = 1
"""The number of the only dictionary that was in use."""


def unpack(number: int, packed: bytes) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body that were compressed with the dictionary of this number.

    :raises NewerSchema: if this code does not have the dictionary.
    :raises MalformedEntry: if the row is damaged.
    """
    if number > DICTIONARY:
        raise NewerSchema("Newer code has stored the answer to this request. Repeat it later.")
    try:
        dictionary = ZstdCompressionDict(
            Path(__file__).with_name(f"packed_answers_{number}.zdict").read_bytes()
        )
        reader = ZstdDecompressor(dict_data=dictionary, format=FORMAT_ZSTD1_MAGICLESS)
        headers, _, body = reader.decompress(packed).partition(b"\n")
        return orjson.loads(headers), body
    except (OSError, ValueError, ZstdError) as error:
        raise MalformedEntry(f"The stored answer is damaged: {error}") from None


KEPT = timedelta(hours=24)
PROCESSES = 8
"""The number of processes that can purge at once without waiting for each other."""
LONGEST_KEY = 64
SHORT_FINGERPRINT_BYTES = 16
"""Of a request whose answer is compressed or a reference."""
REFERENCE = 2
"""Stands in ``dictionary`` for a reference: release 0.2 answers ``game_needs_newer_server``."""

_FIND = """
SELECT fingerprint, status, headers, body, dictionary FROM games_storedanswer
WHERE account_id = %s AND key = %s AND at > %s
"""
_STORE = """
INSERT INTO games_storedanswer
    (account_id, key, fingerprint, status, headers, body, dictionary, at)
SELECT %s, %s, %s, %s, %s, %s, %s, %s"""


class RenderedAnswer(NamedTuple):
    """An answer as it is sent: status, headers to repeat, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class AnsweredMoves(NamedTuple):
    """A reference to the moves of a command, oldest first, and the clock after them."""

    game_id: int
    first: int
    last: int
    revision: int
    deadline: datetime | None


class IdempotencyKey(NamedTuple):
    """The key of a request, with what identifies the request under it.

    ``text`` is None for a request without a key: it stores nothing and finds nothing.
    """

    account_id: int
    text: str | None
    fingerprint: bytes
    """A digest of method, path and body (:func:`fingerprint`)."""
    at: datetime

    def rows(self, answer: RenderedAnswer) -> Sequence[Row]:
        """Return the row that stores an answer, to be written with what it reports.

        Writing it fails with an :class:`~django.db.IntegrityError` if the key is taken.
        """
        headers = orjson.dumps(dict(answer.headers)).decode()
        return self._rows(self.fingerprint, answer.status, headers, answer.body, None)

    def reference_rows(self, answered: AnsweredMoves) -> Sequence[Row]:
        """Return the row that stores a reference, to be written with its moves, as :meth:`rows`."""
        short = self.fingerprint[:SHORT_FINGERPRINT_BYTES]
        return self._rows(short, 200, "{}", orjson.dumps([*answered]), REFERENCE)

    def _rows(self, *values: Any) -> Sequence[Row]:
        if self.text is None:
            return ()
        return (Row(_STORE, [self.account_id, self.text, *values, time_value(self.at)]),)

    def find(self) -> RenderedAnswer | AnsweredMoves | None:
        """Return the stored answer of this key, or None.

        :raises KeyReused: if the key belongs to another request.
        :raises NewerSchema: if newer code has stored the answer.
        :raises MalformedEntry: if it is damaged.
        """
        if self.text is None:
            return None
        with connection.cursor() as cursor:
            cursor.execute(_FIND, [self.account_id, self.text, time_value(self.at - KEPT)])
            row = cursor.fetchone()
        if row is None:
            return None
        fingerprint, status, headers, body, dictionary = row
        self._check(bytes(fingerprint), dictionary)
        if dictionary == REFERENCE:
            return _read_reference(bytes(body))
        return _answer(status, orjson.loads(headers), bytes(body), dictionary)

    def find_parts(self, names: Collection[str]) -> dict[str, RenderedAnswer]:
        """Return the stored answers of the keys of a request's parts, in one query.

        Raises as :meth:`find`.
        """
        rows = StoredAnswer.objects.filter(
            account_id=self.account_id, key__in=names, at__gt=self.at - KEPT
        )
        answers = {}
        for row in rows:
            self._check(bytes(row.fingerprint), row.dictionary)
            answers[row.key] = _answer(row.status, row.headers, bytes(row.body), row.dictionary)
        return answers

    def forget_expired(self) -> bool:
        """Delete an expired answer under this key; return whether there was one: then retry."""
        expired = _expired(self.at).filter(account_id=self.account_id, key=self.text)
        return self.text is not None and bool(expired.delete()[0])

    def _check(self, stored: bytes, dictionary: int | None) -> None:
        """Raise :class:`KeyReused` unless the stored fingerprint is that of the request."""
        own = self.fingerprint
        if stored != (own if dictionary is None else own[:SHORT_FINGERPRINT_BYTES]):
            raise KeyReused("This Idempotency-Key was used for another request. Choose a new one.")


def fingerprint(*, method: str, path: str, body: bytes) -> bytes:
    """Return a digest that identifies the request under its key."""
    return sha256(b"\0".join((method.encode(), path.encode(), body))).digest()


def store(rows: Iterable[Row]) -> None:
    """Write the rows of an answer, in the transaction of the use case that it reports.

    :raises IntegrityError: if the key is taken; the transaction must then be rolled back.
    """
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(row.statement, row.values)


def forget_about(account_id: int, public_id: str) -> None:
    """Delete the stored answers of an account that contain this id, and what they show."""
    rows = StoredAnswer.objects.filter(account_id=account_id, dictionary=None)
    bodies = rows.values_list("pk", "body").iterator()
    found = [pk for pk, body in bodies if public_id.encode() in bytes(body)]
    StoredAnswer.objects.filter(pk__in=found).delete()


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` expired answers, oldest first; return how many were deleted.

    Reads a few rows from the first primary key on, because no index has the times: each ask would
    have to write it. Rows are counted, because keys can have gaps of any length.
    """
    keys = StoredAnswer.objects.order_by("pk").values_list("pk", flat=True)
    first = list(keys[: most * PROCESSES])
    if not first:
        return 0
    some = _expired(now).filter(pk__lte=first[-1])
    return statements.delete_first(some, by="pk", most=most)


def _expired(now: datetime) -> QuerySet[StoredAnswer]:
    return StoredAnswer.objects.filter(at__lte=now - KEPT)


def _read_reference(body: bytes) -> AnsweredMoves:
    try:
        game_id, first, last, revision, deadline = orjson.loads(body)
        if not 0 < first <= last or max(game_id, last, revision) >= 1 << 63:
            raise ValueError("Its numbers are out of range.")
        at = None if deadline is None else datetime.fromisoformat(deadline)
    except (TypeError, ValueError) as error:
        raise MalformedEntry(f"The stored answer is damaged: {error}") from None
    return AnsweredMoves(game_id, first, last, revision, at)


def _answer(
    status: int, headers: Mapping[str, str], body: bytes, dictionary: int | None
) -> RenderedAnswer:
    if dictionary is not None:
        headers, body = unpack(dictionary, body)
    return RenderedAnswer(status, headers, body)

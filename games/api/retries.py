"""Retries that are safe: a request with an ``Idempotency-Key`` is carried out once, however often it comes."""

import re
from collections.abc import Callable, Sequence

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.authentication import caller
from games.api.refusals import BadIdempotencyKey
from games.engine.refusals import Refusal
from games.log.writer import Row
from games.services import idempotency
from games.services.idempotency import KeptAnswer

Keep = Callable[[KeptAnswer], Sequence[Row]]
"""Makes the rows that keep an answer for retries; none if the request has no key."""

_KEY = re.compile(rf"[!-~]{{1,{idempotency.LONGEST_KEY}}}")


def once(request: Request, carry_out: Callable[[Keep], KeptAnswer]) -> tuple[HttpResponse, bool]:
    """Carry out what a request wants, with the rows that keep its answer; if it has a key, then once.

    Return the answer, and whether it was carried out now and not before.

    :raises BadIdempotencyKey: if the key cannot be read.
    :raises KeyReused: if the key belongs to another request.
    """
    key = _key(request)
    if key is None:
        answer, is_done = carry_out(_keep_nothing), True
    else:
        answer, is_done = _keyed(request, key, carry_out)
    response = HttpResponse(
        answer.body,
        status=answer.status,
        headers=dict(answer.headers),
        content_type="application/json",
    )
    return response, is_done


def in_transaction(carry_out: Callable[[], KeptAnswer]) -> Callable[[Keep], KeptAnswer]:
    """Let what is written in several statements be one with the rows that keep its answer."""

    def carry_out_and_keep(keep: Keep) -> KeptAnswer:
        with transaction.atomic():
            answer = carry_out()
            for row in keep(answer):
                idempotency.store(row)
        return answer

    return carry_out_and_keep


def _keyed(
    request: Request, key: str, carry_out: Callable[[Keep], KeptAnswer]
) -> tuple[KeptAnswer, bool]:
    """Carry out the request under its key, or find the answer that it had before.

    A key is rarely sent twice, so nobody looks for it first: what was carried out before is refused now, or its key is
    found taken when the answer is to be kept, and is undone.
    """
    account_id = caller(request).account_id
    print_ = idempotency.fingerprint(
        method=request.method or "", path=request.path, body=request._request.body
    )
    now = timezone.now()

    def keep(answer: KeptAnswer) -> Sequence[Row]:
        return [idempotency.row(account_id, key, print_, answer, now=now)]

    try:
        return carry_out(keep), True
    except (IntegrityError, Refusal):
        kept = idempotency.find(account_id, key, print_, now=now)
        if kept is not None:
            return kept, False
        if not idempotency.forget(account_id, key, now=now):
            raise
    return _keyed(request, key, carry_out)


def _key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise BadIdempotencyKey("An Idempotency-Key is 1 to 64 visible ASCII characters.")
    return key


def _keep_nothing(answer: KeptAnswer) -> Sequence[Row]:
    return ()

"""Safe retries: carry out a request with an ``Idempotency-Key`` once, and each part of a bulk once.

For operations that are more than a move at the table, which ``pipeline`` has. Parts run one by one,
each in a small batch and with its own result.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial, wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec, TypeVar

import orjson
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import is_app
from accounts.credentials.authentication import caller
from accounts.refusals import AccountSuspended, InvalidToken
from accounts.statements import small_batch
from api_kit.openapi import document
from api_kit.problems import problem_of
from games.log.refusals import REFUSALS
from games.play import idempotency, overdue
from games.play.api.pipeline import (
    after_commit,
    answer_of,
    if_match,
    key_of,
    response_of,
    stored_answer,
)
from games.play.idempotency import IdempotencyKey, RenderedAnswer
from games.play.play import Outcome
from games.play.refusals import KeyReused

UseCase = Callable[[int, frozenset[int] | None], Outcome]
"""Carries out a request of an account, for the versions in ``If-Match`` if there are any."""
Result = TypeVar("Result")
View = TypeVar("View")
Args = ParamSpec("Args")


class BulkKeys:
    """Keys for the parts of a request, each of which is carried out once and has an answer of its
    own.

    So a request that was cut off in the middle is completed by a retry, and no part is done twice.
    """

    def __init__(self, key: IdempotencyKey, count: int) -> None:
        self._key = key
        self.each = [key] * count
        """The key of each part, in order."""
        if key.text is not None:
            name = sha256(key.text.encode()).hexdigest()[:32]
            # The first part has the key itself, so that no other operation takes it. No client can
            # send the others', which have a space.
            others = [key._replace(text=f"{name} {number}") for number in range(1, count)]
            self.each = [key, *others]

    def stored(self) -> dict[int, RenderedAnswer]:
        """Return the answers of the parts that were carried out before, by their number.

        :raises KeyReused: if the key belongs to another request.
        """
        key = self._key
        if key.text is None:
            return {}
        stored_answer(key)
        names = [part.text or "" for part in self.each]
        answers = key.find_parts(names)
        return {number: answers[name] for number, name in enumerate(names) if name in answers}


def run_once(
    key: IdempotencyKey,
    use_case: Callable[[], Result],
    render: Callable[[Result], RenderedAnswer],
    *,
    begin: Callable[[], AbstractContextManager[object]] = transaction.atomic,
) -> tuple[RenderedAnswer, Result | None]:
    """Run a use case and store its answer in the same transaction, or return the answer stored for
    the key.

    Return the answer and the use case's result; the result is None if the answer was stored before.

    :raises KeyReused: if the key belongs to another request.
    :raises Refusal: if the use case refuses. Refusals are not stored: a retry is decided again.
    """
    while True:
        try:
            with begin():
                result = use_case()
                answer = render(result)
                idempotency.store(key.rows(answer))
            return answer, result
        except (InvalidToken, AccountSuspended):
            raise
        except (IntegrityError, *REFUSALS):
            stored = stored_answer(key)
            if stored is not None:
                return stored, None
            if not key.forget_expired():
                raise


def once(
    method: Callable[Concatenate[View, Request, Args], Response],
) -> Callable[Concatenate[View, Request, Args], HttpResponse]:
    """Carry out a method of a view once per idempotency key, and store its answer in the same
    transaction.

    For answers with a body and no token. An app sees less than its person, so neither gets the
    answer of the other. ``operations`` describes the header and its problems.

    :raises BadIdempotencyKey: if the key is malformed.
    :raises KeyReused: if the key belongs to another request.
    """

    @wraps(method)
    def keyed(
        view: View, request: Request, /, *args: Args.args, **kwargs: Args.kwargs
    ) -> HttpResponse:
        key = key_of(request)
        if is_app(request):
            key = key._replace(fingerprint=sha256(b"app" + key.fingerprint).digest())
        answer = stored_answer(key)  # first, since a method also spends quotas
        if answer is None:
            answer, _ = run_once(key, partial(method, view, request, *args, **kwargs), _rendered)
        return response_of(answer)

    vars(keyed)["takes_key"] = True
    return keyed


def _rendered(response: Response) -> RenderedAnswer:
    headers = {name: text for name, text in response.items() if name != "Content-Type"}
    return RenderedAnswer(response.status_code, headers, JSONRenderer().render(response.data))


def run_use_case(
    request: Request,
    use_case: UseCase,
    *,
    status: int = 200,
    body: Callable[[Outcome], Mapping[str, object]] | None = None,
) -> HttpResponse:
    """Run a use case once per idempotency key, in one transaction with its stored answer.

    For use cases that write more than the log, such as opening a game. Raises as
    ``pipeline.run_seat_command``.
    """
    account_id, if_version, key = caller(request).account_id, if_match(request), key_of(request)

    def render(outcome: Outcome) -> RenderedAnswer:
        content = None if body is None else body(outcome)
        return answer_of(outcome, status=status, content=content)

    answer, outcome = overdue.enforce_and_retry(
        lambda: run_once(key, lambda: use_case(account_id, if_version), render)
    )
    if outcome is not None:
        after_commit(request, outcome.head, account_id)
    return response_of(answer)


def run_part(
    key: IdempotencyKey, use_case: Callable[[], Result], render: Callable[[Result], RenderedAnswer]
) -> bytes:
    """Return the result of a part as JSON: as it is stored, or the problem if it is refused.

    :raises KeyReused: if the key belongs to another request.
    """
    try:
        return run_once(key, use_case, render, begin=small_batch)[0].body
    except KeyReused:
        raise
    except REFUSALS as refusal:
        problem = problem_of(refusal)
        content = document(problem, str(refusal) or None)
        return orjson.dumps({"status": problem.status, "problem": content})


def joined(results: Sequence[bytes]) -> bytes:
    """Return the answer with the results of all parts."""
    return b'{"results":[%b]}' % b",".join(results)

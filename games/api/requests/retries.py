"""Safe retries: a request with an ``Idempotency-Key`` is carried out only once."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial, wraps
from hashlib import sha256
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

import orjson
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.throttles import spend, spend_at_address
from accounts.credentials.authentication import caller
from accounts.refusals import QuotaUsedUp
from games.api.positions import render
from games.api.requests.refusals import BadIdempotencyKey
from games.engine.refusals import Refusal
from games.log import reader, replay
from games.log.heads import GameHead
from games.log.writer import Row
from games.services.moves import idempotency, seats
from games.services.moves.decisions import Outcome
from games.services.moves.idempotency import AnsweredMoves, RenderedAnswer

Result = TypeVar("Result")
View = TypeVar("View")
Args = ParamSpec("Args")

_KEY = re.compile(rf"[!-~]{{1,{idempotency.LONGEST_KEY}}}")


class IdempotencyKey(NamedTuple):
    """The key of a request, with what identifies the request under it.

    ``text`` is None without a key.
    """

    account_id: int
    text: str | None
    fingerprint: bytes
    at: datetime

    def rows(self, answer: RenderedAnswer) -> Sequence[Row]:
        """Return the row that stores an answer for retries; no row without a key."""
        if self.text is None:
            return ()
        return (idempotency.row(self.account_id, self.text, self.fingerprint, answer, now=self.at),)

    def reference_rows(self, outcome: Outcome) -> Sequence[Row]:
        """Return the row by which the answer to a command is rendered again, as ``rows`` does."""
        if self.text is None:
            return ()
        (head, moves), key = outcome, (self.account_id, self.text, self.fingerprint)
        numbers = moves[0].number, moves[-1].number
        answered = AnsweredMoves(head.game_id, *numbers, head.revision, head.deadline)
        return (idempotency.reference_row(*key, answered, now=self.at),)

    def stored_answer(self) -> RenderedAnswer | None:
        """Return the answer that the request had before, or None.

        Call this only after a command was refused or the key was taken, because keys are rarely
        sent twice.

        :raises KeyReused: if the key belongs to another request.
        """
        if self.text is None:
            return None
        found = idempotency.find(self.account_id, self.text, self.fingerprint, now=self.at)
        return _render_again(found) if isinstance(found, AnsweredMoves) else found

    def forget_expired(self) -> bool:
        """Delete an expired answer under this key; return whether there was one, in which case
        retry.
        """
        return self.text is not None and idempotency.forget(self.account_id, self.text, now=self.at)


def key_of(request: Request) -> IdempotencyKey:
    """Read a request's ``Idempotency-Key``, and count it: its answer is stored for a day.

    :raises BadIdempotencyKey: if it is malformed.
    :raises QuotaUsedUp: if there were too many keys, and this one has no answer.
    :raises KeyReused: if there were too many keys, and this one belongs to another request.
    """
    account_id, text = caller(request).account_id, request._request.META.get("HTTP_IDEMPOTENCY_KEY")
    if text is None:
        return IdempotencyKey(account_id, None, b"", timezone.now())
    if not _KEY.fullmatch(text):
        raise BadIdempotencyKey("An Idempotency-Key is 1 to 64 visible ASCII characters.")
    fingerprint = idempotency.fingerprint(
        method=request.method or "", path=request.path, body=request._request.body
    )
    key = IdempotencyKey(account_id, text, fingerprint, timezone.now())
    try:
        spend(request._request, "keys", str(account_id))
        spend_at_address(request._request, "keys_address")
    except QuotaUsedUp:
        if key.stored_answer() is None:
            raise
    return key


class PartKeys:
    """Keys for the parts of a request, each of which is carried out once and has an answer of its
    own.

    So a request that was cut off in the middle is completed by a retry, and no part is done twice.
    """

    def __init__(self, key: IdempotencyKey, count: int) -> None:
        self._key = key
        self.of = [key] * count
        """The key of each part, in order."""
        if key.text is not None:
            name = sha256(key.text.encode()).hexdigest()[:32]
            # The first part has the key itself, so that no other operation takes it. No client can
            # send the others', which have a space.
            others = [key._replace(text=f"{name} {number}") for number in range(1, count)]
            self.of = [key, *others]

    def stored(self) -> dict[int, RenderedAnswer]:
        """Return the answers of the parts that were carried out before, by their number.

        :raises KeyReused: if the key belongs to another request.
        """
        key = self._key
        if key.text is None:
            return {}
        key.stored_answer()
        names = [part.text or "" for part in self.of]
        answers = idempotency.find_all(key.account_id, names, key.fingerprint, now=key.at)
        return {number: answers[name] for number, name in enumerate(names) if name in answers}


def command_answer(outcome: Outcome) -> RenderedAnswer:
    """Render the answer to a command at the table."""
    content = render.command_answer(outcome.head, outcome.moves)
    return RenderedAnswer(200, {"ETag": render.etag(outcome.head)}, orjson.dumps(content))


def _render_again(answered: AnsweredMoves) -> RenderedAnswer:
    """Render the answer to a command from the log, byte for byte as it was the first time."""
    game_id, first, last, revision, deadline = answered
    state, _ = replay.state_at(game_id, last, version=last)
    moves = tuple(reader.read(game_id, after=first - 1, until=last))
    seat = seats.seat_after(moves[0].seat, (event for move in moves for event in move.events))
    head = GameHead(game_id, b"", last, moves[-1].digest, state, seat)
    return command_answer(Outcome(head._replace(deadline=deadline, revision=revision), moves))


def response_of(answer: RenderedAnswer) -> HttpResponse:
    """Return an answer as a response: the same bytes each time."""
    return HttpResponse(
        answer.body,
        status=answer.status,
        headers=dict(answer.headers),
        content_type="application/json",
    )


def run_once(
    key: IdempotencyKey, use_case: Callable[[], Result], render: Callable[[Result], RenderedAnswer]
) -> tuple[RenderedAnswer, Result | None]:
    """Run a use case and store its answer in the same transaction, or return the answer stored for
    the key.

    Return the answer and the use case's result; the result is None if the answer was stored before.

    :raises KeyReused: if the key belongs to another request.
    :raises Refusal: if the use case refuses. Refusals are not stored: a retry is decided again.
    """
    while True:
        try:
            with transaction.atomic():
                result = use_case()
                answer = render(result)
                idempotency.store(key.rows(answer))
            return answer, result
        except (IntegrityError, Refusal):
            stored = key.stored_answer()
            if stored is not None:
                return stored, None
            if not key.forget_expired():
                raise


def once(
    method: Callable[Concatenate[View, Request, Args], Response],
) -> Callable[Concatenate[View, Request, Args], HttpResponse]:
    """Carry out a method of a view once per idempotency key, and store its answer in the same
    transaction.

    For answers with a body and no secret. ``operations`` describes the header and its problems.

    :raises BadIdempotencyKey: if the key is malformed.
    :raises KeyReused: if the key belongs to another request.
    """

    @wraps(method)
    def keyed(
        view: View, request: Request, /, *args: Args.args, **kwargs: Args.kwargs
    ) -> HttpResponse:
        key = key_of(request)
        answer = key.stored_answer()  # first, since a method also spends quotas
        if answer is None:
            answer, _ = run_once(key, partial(method, view, request, *args, **kwargs), _rendered)
        return response_of(answer)

    vars(keyed)["takes_key"] = True
    return keyed


def _rendered(response: Response) -> RenderedAnswer:
    headers = {name: text for name, text in response.items() if name != "Content-Type"}
    return RenderedAnswer(response.status_code, headers, JSONRenderer().render(response.data))

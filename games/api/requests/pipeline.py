"""Run the commands of players, from the request to the stored answer."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
from django.db import DatabaseError, IntegrityError
from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from structlog.contextvars import bind_contextvars

from accounts.api.permissions import signed_in
from accounts.credentials.authentication import admit, caller, digest_of
from accounts.refusals import AccountRefusal
from accounts.sqlite import turns
from games import ids
from games.api.positions import render
from games.api.requests.game_reading import GameEndpoint, note_presence, read_id
from games.api.requests.refusals import BadIfMatch
from games.api.requests.retries import (
    IdempotencyKey,
    command_answer,
    key_of,
    response_of,
    run_once,
)
from games.engine.commands import SeatCommand
from games.engine.refusals import Refusal
from games.log import recent
from games.log.heads import GameHead
from games.refusals import GameNotFound
from games.services.moves import overdue, play
from games.services.moves.decisions import GameOverdue, Outcome, decide_for, seat_of
from games.services.moves.idempotency import RenderedAnswer

UseCase = Callable[[int, frozenset[int] | None], Outcome]
"""Carries out a request of an account, for the versions in ``If-Match`` if there are any."""

_ETAG = re.compile(r'(?:W/)?"([0-9]{1,9})(-[0-9s](-[0-9]{1,9})?)?(-gzip|-br)?"')


class SeatCommandView(GameEndpoint):
    """The base of views that carry out a command of the caller's seat."""

    is_play = True
    permission_classes = signed_in("play", "class")
    recent_head: GameHead | None = None
    """The head that this process wrote last, until the game is read."""

    def perform_authentication(self, request: Request) -> None:
        """Take the caller and the game from what this process wrote lately, or read both."""
        token, number = digest_of(request), ids.from_text(self.kwargs["game_id"])
        known = None if token is None or number is None else recent.find(token, number)
        if known is None:
            self.read(request)
        else:
            bearer, self.recent_head = known
            admit(request, bearer)

    def read(self, request: Request) -> None:
        """Read the caller and the game."""
        self.recent_head = None
        super().read(request)

    def handle_exception(self, exc: Exception) -> Response:
        """Refuse; but first read what was not read, and refuse a token that has ended."""
        if self.recent_head is not None and not isinstance(exc, DatabaseError):
            try:
                self.read(self.request)
            except (AccountRefusal, DatabaseError) as failure:
                exc = failure
        return super().handle_exception(exc)


@turns.urgent()
def run_seat_command(
    view: SeatCommandView, request: Request, game_id: str, command: SeatCommand
) -> HttpResponse:
    """Carry out a command of the caller's seat once per idempotency key, and answer it.

    The head of the log was read with the token. Decide; commit moves, position and stored answer in
    one statement, which also checks the token; answer. On a conflict, read both again and retry:
    another command was committed, or the token is not valid any more.

    Before that, one try on the head that this process wrote last. If it fails, whatever the reason,
    read and decide again.

    :raises BadIdempotencyKey: if the key is malformed.
    :raises BadIfMatch: if no tag in it has a version.
    :raises KeyReused: if the key belongs to another request.
    :raises GameNotFound: if the caller may not see the game.
    :raises GameOverdue: if the game is still overdue after ``overdue.TRIES``.
    :raises InvalidToken: if the token was revoked or expired, or the account closed meanwhile.
    :raises AccountSuspended: if the account was suspended meanwhile.
    :raises Refusal: if the command is refused. Refusals are not stored: a retry is decided again.
    """
    game, if_version, key = read_id(game_id), _if_match(request), key_of(request)
    if view.recent_head is not None:
        with suppress(GameOverdue, IntegrityError, Refusal):
            outcome = _carry_out(request, view.recent_head, command, if_version, key)
            if outcome is not None:
                return _answered(request, outcome)
        recent.forget(game)
        view.read(request)
    overdue_tries = 0
    while True:
        if view.found is None:
            raise GameNotFound
        head, _ = view.found
        try:
            outcome = _carry_out(request, head, command, if_version, key)
            if outcome is not None:
                return _answered(request, outcome)
        except GameOverdue:
            overdue_tries += 1
            if overdue_tries == overdue.TRIES:
                raise
            overdue.enforce(game)
        except (IntegrityError, Refusal):
            # The key is taken, or a retry is refused because the first try was carried out. Answer
            # from what is stored; retry if that has expired.
            stored = key.stored_answer()
            if stored is not None:
                return response_of(stored)
            if not key.forget_expired():
                raise
        view.read(request)


def _carry_out(
    request: Request,
    head: GameHead,
    command: SeatCommand,
    if_version: frozenset[int] | None,
    key: IdempotencyKey,
) -> Outcome | None:
    """Decide a command of the caller's seat on a head, and commit it; None on a conflict."""
    account_id, token = caller(request).account_id, digest_of(request)
    seated = command._replace(seat=seat_of(head, account_id))
    decision = decide_for(head, account_id, seated, if_version=if_version, now=timezone.now())
    rows = key.reference_rows(decision.outcome)
    outcome = play.commit(decision, answer_rows=rows, token=token)
    if outcome is not None and token is not None:
        recent.note(token, caller(request), outcome.head)
    return outcome


def _answered(request: Request, outcome: Outcome) -> HttpResponse:
    _after_commit(request, outcome.head)
    return response_of(command_answer(outcome))


def run_use_case(
    request: Request,
    use_case: UseCase,
    *,
    status: int = 200,
    body: Callable[[Outcome], dict[str, Any]] | None = None,
) -> HttpResponse:
    """Run a use case once per idempotency key, in one transaction with its stored answer.

    For use cases that write more than the log, such as opening a game. Raises as
    :func:`run_seat_command`.
    """
    account_id, if_version, key = caller(request).account_id, _if_match(request), key_of(request)
    answer, outcome = overdue.enforce_and_retry(
        lambda: run_once(
            key,
            lambda: use_case(account_id, if_version),
            lambda outcome: _answer(outcome, status, (body or _moves_and_state)(outcome)),
        )
    )
    if outcome is not None:
        _after_commit(request, outcome.head)
    return response_of(answer)


def _after_commit(request: Request, head: GameHead) -> None:
    """Name the move in the request's log line, and record the player's presence."""
    bind_contextvars(game=ids.to_text(head.game_id), move=head.version)
    note_presence(request, head.game_id, caller(request).account_id)


def _answer(outcome: Outcome, status: int, content: dict[str, Any]) -> RenderedAnswer:
    headers = {"ETag": render.etag(outcome.head)}
    if status == 201:
        headers["Location"] = f"/api/v1/games/{ids.to_text(outcome.head.game_id)}"
    return RenderedAnswer(status, headers, orjson.dumps(content))


def _moves_and_state(outcome: Outcome) -> dict[str, Any]:
    return render.command_answer(outcome.head, outcome.moves)


def _if_match(request: Request) -> frozenset[int] | None:
    """Return the versions that the tags in ``If-Match`` name, or None for any version.

    Weak tags count too, unlike in RFC 9110: a proxy that compresses makes strong ones weak. Apache
    writes the compression into them instead.
    """
    sent = request._request.META.get("HTTP_IF_MATCH")
    if sent is None or (tags := parse_etags(sent)) == ["*"]:
        return None
    versions = frozenset(int(match[1]) for match in map(_ETAG.fullmatch, tags) if match)
    if not versions:
        raise BadIfMatch('Invalid If-Match: send the ETag of the state, such as "12-0".')
    return versions

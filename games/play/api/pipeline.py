"""Run the commands of players at the table, from the request to the answer.

A request with an ``Idempotency-Key`` is carried out only once; ``retries`` has that for operations
that are more than a move.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

import orjson
from django.db import DatabaseError, IntegrityError
from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from structlog.contextvars import bind_contextvars

from accounts.api.permissions import signed_in
from accounts.api.throttles import spend, spend_at_address
from accounts.credentials.authentication import admit, caller
from accounts.credentials.bearers import Bearer
from accounts.refusals import AccountSuspended, InvalidToken, QuotaUsedUp
from games.engine.commands import SeatCommand
from games.log import ids, reader, replay, writer
from games.log.heads import GameHead
from games.log.refusals import REFUSALS, GameNotFound
from games.log.writer import seat_after
from games.play import idempotency, overdue, play
from games.play.api import position_answers
from games.play.api.game_reading import GameEndpoint, note_presence, read_id
from games.play.idempotency import AnsweredMoves, IdempotencyKey, RenderedAnswer
from games.play.play import GameOverdue, Outcome, decide_for, seat_of
from games.play.refusals import BadIdempotencyKey, BadIfMatch

_KEY = re.compile(rf"[!-~]{{1,{idempotency.LONGEST_KEY}}}")
LONGEST_REPLAY = 2_000
"""Moves that a retry replays, 12 ms in a quick thread. Later answers are stored whole."""
_ETAG = re.compile(r'(?:W/)?"([0-9]{1,9})(-[0-9s](-[0-9]{1,9})?)?(-gzip|-br)?"')


class SeatCommandView(GameEndpoint):
    """The base of views that carry out a command of the caller's seat."""

    permission_classes = signed_in("play", "class")
    recent_head: GameHead | None = None
    """The head that this process wrote last, until the game is read."""

    def identify(self, request: Request) -> None:
        """Take the caller and the game from what this process wrote lately, or read both."""
        known = None
        if self.token is not None and self.number is not None:
            known = writer.find_recent(self.token, self.number)
        if known is None:
            self.read(request)
        else:
            bearer, self.recent_head = known
            admit(request, bearer)

    def read(self, request: Request) -> None:
        self.recent_head = None
        super().read(request)

    def handle_exception(self, exc: Exception) -> Response:
        """Refuse; but first read what was not read, and refuse a token that has ended."""
        if self.recent_head is not None and not isinstance(exc, DatabaseError):
            try:
                self.read(self.request)
            except (*REFUSALS, DatabaseError) as failure:
                exc = failure
        return super().handle_exception(exc)


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
    game, bearer = read_id(game_id), caller(request)
    sent = _Sent(command, bearer, view.token, if_match(request), key_of(request))
    outcome = None
    if view.recent_head is not None:
        with suppress(GameOverdue, IntegrityError, *REFUSALS):
            outcome = _carry_out(sent, view.recent_head)
        if outcome is None:
            writer.forget_recent(game)
            view.read(request)
    overdue_tries = 0
    while outcome is None:
        try:
            if view.found is None:
                raise GameNotFound
            outcome = _carry_out(sent, view.found[0])
        except GameOverdue:
            overdue_tries += 1
            if overdue_tries == overdue.TRIES:
                raise
            overdue.enforce(game)
        except (InvalidToken, AccountSuspended):
            raise
        except (IntegrityError, *REFUSALS):
            # The key is taken, or a retry is refused because the first try was carried out. Answer
            # from what is stored; retry if that has expired.
            stored = stored_answer(sent.key)
            if stored is not None:
                return response_of(stored)
            if not sent.key.forget_expired():
                raise
        if outcome is None:
            view.read(request)
    after_commit(request, outcome.head, bearer.account_id)
    return response_of(answer_of(outcome))


class _Sent(NamedTuple):
    """A command as it was sent, to be carried out on the head of the log."""

    command: SeatCommand
    bearer: Bearer
    token: bytes | None
    if_version: frozenset[int] | None
    key: IdempotencyKey


def _carry_out(sent: _Sent, head: GameHead) -> Outcome | None:
    """Decide a command of the caller's seat, and commit it; return None on a conflict."""
    account_id = sent.bearer.account_id
    decision = decide_for(
        head,
        account_id,
        sent.command._replace(seat=seat_of(head, account_id)),
        if_version=sent.if_version,
        now=timezone.now(),
    )
    after, moves = decision.outcome
    if moves[-1].number > LONGEST_REPLAY:
        rows = sent.key.rows(answer_of(decision.outcome))
    else:
        answered = AnsweredMoves(
            head.game_id, moves[0].number, moves[-1].number, after.revision, after.deadline
        )
        rows = sent.key.reference_rows(answered)
    outcome = play.commit(decision, answer_rows=rows, token=sent.token)
    if outcome is not None and sent.token is not None:
        writer.note_recent(sent.token, sent.bearer, outcome.head)
    return outcome


def after_commit(request: Request, head: GameHead, account_id: int) -> None:
    """Name the move in the request's log line, and record the player's presence."""
    bind_contextvars(game=ids.to_text(head.game_id), move=head.version)
    note_presence(request, head.game_id, account_id)


def if_match(request: Request) -> frozenset[int] | None:
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
        if stored_answer(key) is None:
            raise
    return key


def stored_answer(key: IdempotencyKey) -> RenderedAnswer | None:
    """Return the answer that the request had before, or None.

    For a command at the table call this only after it was refused or the key was taken, because
    keys are rarely sent twice.

    :raises KeyReused: if the key belongs to another request.
    """
    found = key.find()
    return _render_again(found) if isinstance(found, AnsweredMoves) else found


def answer_of(
    outcome: Outcome, *, status: int = 200, content: Mapping[str, object] | None = None
) -> RenderedAnswer:
    """Render the answer to a command: its moves and the state after them, or the ``content``."""
    head, moves = outcome
    headers = {"ETag": position_answers.etag(head)}
    if status == 201:
        headers["Location"] = f"/api/v1/games/{ids.to_text(head.game_id)}"
    return RenderedAnswer(
        status, headers, orjson.dumps(content or position_answers.command_answer(head, moves))
    )


def _render_again(answered: AnsweredMoves) -> RenderedAnswer:
    """Render the answer to a command from the log, byte for byte as it was the first time."""
    game_id, first, last, revision, deadline = answered
    state, _ = replay.state_at(game_id, last, version=last)
    moves = tuple(reader.read(game_id, after=first - 1, until=last))
    seat = seat_after(moves[0].seat, (event for move in moves for event in move.events))
    head = GameHead(game_id, b"", last, moves[-1].digest, state, seat)
    return answer_of(Outcome(head._replace(deadline=deadline, revision=revision), moves))


def response_of(answer: RenderedAnswer) -> HttpResponse:
    """Return an answer as a response: the same bytes each time."""
    return HttpResponse(
        answer.body,
        status=answer.status,
        headers=dict(answer.headers),
        content_type="application/json",
    )

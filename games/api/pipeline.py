"""From a command's request to its answer: who, which key, which version; then one call; then the rendered bytes."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from structlog.contextvars import bind_contextvars

from accounts import addresses
from accounts.authentication import caller, caller_if_any
from api_kit.permissions import check_scope
from games import ids
from games.api import prefetch, render
from games.api.refusals import BadIfMatch
from games.api.retries import Keep, in_transaction, once
from games.log import deadlines, reader
from games.log.reader import GameHead, LoggedMove
from games.log.writer import Row
from games.queries import presence, visibility
from games.refusals import GameNotFound
from games.services import overdue, seat_addresses
from games.services.idempotency import KeptAnswer
from games.services.play import Along, Outcome

Carry = Callable[[int, int | None], Outcome]
"""Carries out the command of an account for a version of the game, if one was named."""
CarryAlong = Callable[[int, int | None, Along], Outcome]
"""The same, and writes rows along with the outcome."""

_ETAG = re.compile(r'"([0-9]{1,9})(-[0-9s])?"')


def answer(
    request: Request,
    carry: Carry,
    *,
    status: int = 200,
    body: Callable[[Outcome], dict[str, Any]] | None = None,
) -> HttpResponse:
    """Carry out a command once, however often its request comes, and answer it.

    :raises BadIdempotencyKey: if the key cannot be read.
    :raises BadIfMatch: if the version cannot be read.
    :raises KeyReused: if the key belongs to another request.
    :raises Refusal: as the command is refused; refusals are not kept, a retry is judged anew.
    """
    account_id, if_version = caller(request).account_id, _if_match(request)
    moved: list[GameHead] = []

    def carry_out() -> KeptAnswer:
        outcome = carry(account_id, if_version)
        moved.append(outcome.tail)
        return _answer(outcome, status, (body or _moves_and_state)(outcome))

    return _conclude(request, in_transaction(carry_out), moved)


def answer_seat(request: Request, carry: CarryAlong) -> HttpResponse:
    """Carry out a seat's command as :func:`answer` does, with its answer kept by the statement that writes its move."""
    account_id, if_version = caller(request).account_id, _if_match(request)
    moved: list[GameHead] = []

    def carry_out(keep: Keep) -> KeptAnswer:
        answers: list[KeptAnswer] = []

        def along(outcome: Outcome) -> Sequence[Row]:
            answers.append(_answer(outcome, 200, _moves_and_state(outcome)))
            return keep(answers[-1])

        moved.append(carry(account_id, if_version, along).tail)
        return answers[-1]

    return _conclude(request, carry_out, moved)


def _conclude(
    request: Request, carry_out: Callable[[Keep], KeptAnswer], moved: Sequence[GameHead]
) -> HttpResponse:
    """Answer, once what was due in the game is done; then do what has become due."""
    response, is_done = overdue.enforce_and_retry(lambda: once(request, carry_out))
    for tail in moved if is_done else []:
        bind_contextvars(game=ids.to_text(tail.game_id), move=tail.version)
        _note_there(request, tail.game_id, caller(request).account_id)
        if deadlines.is_due(tail.deadline, now=timezone.now()):
            overdue.follow_up(tail.game_id)
    return response


def read_id(text: str) -> int:
    """Read a game's id from a path.

    :raises GameNotFound: if no game can have it.
    """
    number = ids.read(text, GameNotFound)
    bind_contextvars(game=text)  # every line of the log about this request names the game
    return number


def reader_tail(request: Request, game_id: str) -> GameHead:
    """Return the end of a game's log for whoever reads, as :func:`reader_tail_and_last` does."""
    return reader_tail_and_last(request, game_id)[0]


def reader_tail_and_last(request: Request, game_id: str) -> tuple[GameHead, LoggedMove]:
    """Return the end of a game's log and its last move for a player, somebody else, or nobody in particular.

    :raises GameNotFound: if there is no such game, or it is private.
    :raises SpectatorsBarred: if only its players may watch.
    :raises PermissionDenied: if the token lacks the scope ``read``, and its account has no seat here: ``play``
        suffices to read one's own seat.
    """
    account_id, number = reader_id(request), read_id(game_id)
    match prefetch.pop_head(request, number):
        case tail, LoggedMove() as last:
            pass
        case _:
            tail, last = reader.load_with_last(number, account_id)
    if deadlines.is_due(tail.deadline, now=timezone.now()):
        overdue.enforce(number)
        tail, last = reader.load_with_last(number, account_id)
    visibility.check_watches(tail, account_id)
    if tail.seat is None:
        check_scope(request, "read")
    bind_contextvars(move=tail.version)
    if account_id is not None and tail.viewer is not None:
        _note_there(request, tail.game_id, account_id)
    return tail, last


def _note_there(request: Request, game_id: int, account_id: int) -> None:
    """Note that a player was seen and, no more often, from where."""
    now = timezone.now()
    if presence.note_seen([(game_id, account_id)], now=now):
        seat_addresses.note(game_id, account_id, addresses.of(request._request), now=now)


def reader_id(request: Request) -> int | None:
    """Return the account that reads, or none."""
    bearer = caller_if_any(request)
    return None if bearer is None else bearer.account_id


def is_current(request: Request, etag: str) -> bool:
    """Return whether the reader's copy, by ``If-None-Match``, is the one with this validator."""
    known = request.headers.get("If-None-Match", "")
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    return etag in tags or "*" in tags


def _answer(outcome: Outcome, status: int, content: dict[str, Any]) -> KeptAnswer:
    headers = {"ETag": render.etag(outcome.tail)}
    if status == 201:
        headers["Location"] = f"/api/v1/games/{ids.to_text(outcome.tail.game_id)}"
    return KeptAnswer(status, headers, orjson.dumps(content))


def _moves_and_state(outcome: Outcome) -> dict[str, Any]:
    return {
        "moves": render.moves(outcome.tail, outcome.moves),
        "state": render.position(outcome.tail),
    }


def _if_match(request: Request) -> int | None:
    tag = request.headers.get("If-Match")
    if tag is None or tag.strip() == "*":
        return None
    match = _ETAG.fullmatch(tag.strip())
    if match is None:
        raise BadIfMatch('If-Match is one ETag as the state gave it, such as "12-0".')
    return int(match[1])

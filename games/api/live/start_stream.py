"""From a request to the hold on its connection: who calls, and whether he holds too many already."""

import re
from datetime import datetime

from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts import addresses
from accounts.authentication import caller, caller_if_any
from api_kit.serializers import as_sent
from games.api.live.account_stream import AccountStream
from games.api.live.game_stream import GameStream
from games.api.live.hold import Connection, connection_of
from games.api.live.long_poll import LongPoll
from games.api.live.match_poll import MatchPoll
from games.api.live.stream import StreamCredentials
from games.api.refusals import BadCursor, TooManyStreams
from games.log.reader import GameHead
from games.models import Match
from games.queries.inbox import InboxGames

RETRY_SECONDS = 5

_NUMBER = re.compile("[0-9]{1,9}")


class EventStreamRenderer(JSONRenderer):
    """Lets ``Accept: text/event-stream`` pass; there is nothing to render, for frames are bytes."""

    media_type = "text/event-stream"


def cursor(request: Request, after: str | None, *, version: int) -> int | None:
    """Return the last move that the reader has; none if he begins now.

    A browser that reconnects repeats the address and adds ``Last-Event-ID``, so that goes before ``after``.

    :raises BadCursor: if it is no move of a game with this many.
    """
    text = request.headers.get("Last-Event-ID") or after
    if text is None:
        return None
    if not _NUMBER.fullmatch(text) or int(text) > version:
        raise BadCursor(f"This game has moves 1 to {version}; {as_sent(text)} is not one of them.")
    return int(text)


def follow_game(
    request: Request, head: GameHead, *, after: int, expires_at: datetime | None
) -> None:
    """Have the connection held for the moves after the last one that the reader has.

    :raises TooManyStreams: if the caller holds too many connections.
    """
    connection = _admitted(request)
    if connection is None:
        return
    bearer = caller_if_any(request)
    connection.hold = GameStream(
        gallery=connection.gallery,
        credentials=StreamCredentials(
            token_id=None if bearer is None else bearer.token_id,
            expires_at=expires_at,
        ),
        game_id=head.game_id,
        rules=head.state.rules,
        is_lobby=head.state.phase == "lobby",
        version=head.version,
        account_id=None if bearer is None else bearer.account_id,
        seat=head.seat,
        has_left=head.viewer != head.seat,
        cursor=after,
        is_private=head.is_private,
    )


def follow_account(request: Request, known: InboxGames, *, unread_notices: int) -> None:
    """Have the connection held for what is new to the caller.

    :raises TooManyStreams: if the caller holds too many connections.
    """
    connection = _admitted(request)
    if connection is None:
        return
    connection.hold = AccountStream(
        gallery=connection.gallery,
        credentials=StreamCredentials(caller(request).token_id, None),
        account_id=caller(request).account_id,
        known=known,
        unread_notices=unread_notices,
    )


def wait(request: Request, head: GameHead, *, after: int, seconds: int) -> None:
    """Have the answer wait for a move, at most so long.

    :raises TooManyStreams: if the caller holds too many connections.
    """
    connection = _admitted(request)
    if connection is not None:
        connection.hold = LongPoll(
            gallery=connection.gallery,
            game_id=head.game_id,
            after=after,
            seconds=seconds,
        )


def await_seat(request: Request, match: Match, *, known: InboxGames, seconds: int) -> None:
    """Have the answer wait until bots fill the match's table or somebody completes it, at most so long.

    ``known`` are the caller's games as they were before the match was looked up: a new one is what it waits for.

    :raises TooManyStreams: if the caller holds too many connections.
    """
    connection = _admitted(request)
    if connection is None:
        return
    left = max((match.until - timezone.now()).total_seconds(), 0.0)
    connection.hold = MatchPoll(
        gallery=connection.gallery,
        account_id=caller(request).account_id,
        known=known,
        seconds=min(float(seconds), left),
    )


def _admitted(request: Request) -> Connection | None:
    """Return the connection, counted as the caller's from now on, if it can be held.

    :raises TooManyStreams: if he holds too many connections.
    """
    connection = connection_of(request)
    if connection is None:
        return None
    bearer = caller_if_any(request)
    address = addresses.of(request._request)
    who = f"address {address}" if bearer is None else f"account {bearer.account_id}"
    if not connection.admit(who):
        raise TooManyStreams(
            "You have too many open connections. Close one first.",
            retry_after=RETRY_SECONDS,
        )
    return connection

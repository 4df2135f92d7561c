"""Start streams and long polls within the caller's limit of open connections."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts import quotas
from accounts.credentials.authentication import caller, caller_if_any, reader_id
from accounts.notices import Unread
from api_kit.ndjson import NDJSONRenderer
from api_kit.serializers import as_sent
from games.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry, Wait
from games.live.exchange import Exchange
from games.live.frames import Frame, FrameFormat, server_time
from games.live.game_reader import ReaderTerms, opening
from games.live.stream import StreamCredentials
from games.live.streams import AccountStream, GamesStream, GameStream
from games.log import metrics
from games.log.heads import GameHead
from games.play.followed import WatchedGame
from games.play.inbox import InboxGames
from games.play.models import Match
from games.play.refusals import BadCursor, TooManyStreams
from games.play.visibility import WatchPass


@dataclass(frozen=True, slots=True)
class LongPoll:
    """A hold: answers when the game has a move after ``after``, or when the time is up."""

    registry: ConnectionRegistry
    game_id: int
    after: int
    seconds: float
    token_id: int | None

    async def __call__(self, exchange: Exchange) -> None:
        wait, hub = Wait(self.after), self.registry.hub
        with metrics.OPEN_STREAMS.labels("moves").track_inprogress():
            hub.watch(self.game_id, wait)
            try:
                await hub.check_moves([self.game_id])
                await self.registry.answer_after(
                    wait, exchange, seconds=self.seconds, token_id=self.token_id
                )
            finally:
                hub.unwatch(self.game_id, wait)


class SeatWatch:
    """Ends a wait when an account gets a seat in a game that did not concern it before."""

    def __init__(self, wait: Wait, *, account_id: int, known: InboxGames) -> None:
        self.account_id, self.known = account_id, known
        self._wait = wait

    def update(
        self, games: InboxGames, game_ids: Collection[int], *, accessed: Collection[int] = ()
    ) -> None:
        """End the wait if one of these games is new."""
        if not self.known.keys() >= games.keys() & set(game_ids):
            self._wait.end()


@dataclass(frozen=True, slots=True)
class MatchPoll:
    """A hold: answers when the account has a game not in ``known``, or when the time is up."""

    registry: ConnectionRegistry
    account_id: int
    known: InboxGames
    seconds: float
    token_id: int | None

    async def __call__(self, exchange: Exchange) -> None:
        wait = Wait(0)
        watch = SeatWatch(wait, account_id=self.account_id, known=self.known)
        with metrics.OPEN_STREAMS.labels("match").track_inprogress():
            self.registry.accounts.join(watch)
            try:
                await self.registry.answer_after(
                    wait, exchange, seconds=self.seconds, token_id=self.token_id
                )
            finally:
                self.registry.accounts.leave(watch)


RETRY_SECONDS = 5

_NUMBER = re.compile("[0-9]{1,9}")


class EventStreamRenderer(JSONRenderer):
    """Accepts ``text/event-stream``. Frames are bytes, so there is nothing to render."""

    media_type = FrameFormat.EVENTS.value


FRAME_RENDERERS = (EventStreamRenderer, NDJSONRenderer)
"""The ``renderer_classes`` of a stream: one for each format of frames."""


def format_of(request: Request) -> FrameFormat:
    """Return the format of frames that content negotiation chose."""
    return FrameFormat(request.accepted_renderer.media_type)


def cursor(request: Request, after: str | None, *, version: int) -> int | None:
    """Return the last move that the reader has, or None without a cursor.

    A browser that reconnects repeats the URL and adds ``Last-Event-ID``, so the header takes
    precedence.

    :raises BadCursor: if it is not a number up to ``version``.
    """
    text = request.headers.get("Last-Event-ID") or after
    if text is None:
        return None
    if not _NUMBER.fullmatch(text) or int(text) > version:
        raise BadCursor(f"This game has moves 1 to {version}; {as_sent(text)} is not one of them.")
    return int(text)


def follow_game(
    request: Request,
    game: WatchedGame,
    *,
    after: int | None,
    expires_at: datetime | None,
    wants_state: bool,
    wants_emotes: bool,
) -> tuple[Frame, ...]:
    """Return the first frames of a game's stream, and hold the connection to send the moves after
    ``after``, by default after now.

    :raises TooManyStreams: if the caller has too many open connections.
    """
    begun = opening(
        game,
        reader_id(request),
        now=timezone.now(),
        after=after,
        wants_state=wants_state,
        wants_emotes=wants_emotes,
    )
    connection = None if begun.is_complete else admitted(request)
    if connection is not None:
        credentials = credentials_of(request, expires_at=expires_at, watch_pass=game.watch_pass)
        connection.hold = GameStream(
            connection.registry, credentials, format_of(request), begun.terms
        )
    return begun.frames


def follow_games(request: Request, games: Sequence[ReaderTerms]) -> None:
    """Hold the connection to send the moves of several games, each as it was read for the caller.

    :raises TooManyStreams: if the caller has too many open connections; each game counts as one.
    """
    connection = admitted(request, places=len(games))
    if connection is not None:
        connection.hold = GamesStream(
            connection, credentials_of(request), format_of(request), tuple(games)
        )


def credentials_of(
    request: Request, *, expires_at: datetime | None = None, watch_pass: WatchPass | None = None
) -> StreamCredentials:
    """Return what must stay valid while a stream of the caller is open."""
    bearer = caller_if_any(request)
    return StreamCredentials(
        None if bearer is None else bearer.token_id,
        expires_at,
        watch_pass,
        quotas.address_of(request._request) or "",
    )


def opened(request: Request, *first: Frame, then: bytes = b"") -> HttpResponse:
    """Return the first frames, the time and written frames; a held connection gets more."""
    opening = *first, server_time(timezone.now())
    return HttpResponse(
        b"".join(map(format_of(request).write, opening)) + then,
        content_type=format_of(request).value,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def follow_account(
    request: Request, known: InboxGames, *, unread: Unread, expires_at: datetime | None
) -> None:
    """Hold the connection to send changes to the caller.

    :raises TooManyStreams: if the caller has too many open connections.
    """
    connection = admitted(request)
    if connection is None:
        return
    connection.hold = AccountStream(
        registry=connection.registry,
        credentials=credentials_of(request, expires_at=expires_at),
        format=format_of(request),
        account_id=caller(request).account_id,
        known=known,
        unread=unread,
        filled_at=timezone.now(),
    )


def wait(request: Request, head: GameHead, *, after: int, seconds: int) -> None:
    """Delay the answer until there is a move after ``after``, for at most ``seconds``.

    :raises TooManyStreams: if the caller has too many open connections.
    """
    connection = admitted(request)
    if connection is not None:
        connection.hold = LongPoll(
            registry=connection.registry,
            game_id=head.game_id,
            after=after,
            seconds=seconds,
            token_id=credentials_of(request).token_id,
        )


def await_seat(request: Request, match: Match, *, known: InboxGames, seconds: int) -> None:
    """Delay the answer until the caller gets a seat, more opponents fit, or the match ends, for at
    most ``seconds``.

    ``known`` are the caller's games before the match was read; a game that is not in it ends the
    wait.

    :raises TooManyStreams: if the caller has too many open connections.
    """
    connection = admitted(request)
    if connection is None:
        return
    ends = match.until if match.widens_at is None else min(match.until, match.widens_at)
    left = max((ends - timezone.now()).total_seconds(), 0.0)
    connection.hold = MatchPoll(
        registry=connection.registry,
        account_id=caller(request).account_id,
        known=known,
        seconds=min(float(seconds), left),
        token_id=caller(request).token_id,
    )


def admitted(request: Request, *, places: int = 1) -> Connection | None:
    """Count the connection for the caller and return it, or return None if it cannot be held.

    :raises TooManyStreams: if the caller has too many open connections.
    """
    connection = _connection_of(request)
    if connection is None:
        return None
    bearer = caller_if_any(request)
    address = quotas.address_of(request._request)
    who = f"address {address}" if bearer is None else f"account {bearer.account_id}"
    if not connection.admit(who, places=places):
        raise TooManyStreams(
            "You have too many open connections. Close one first.",
            retry_after=RETRY_SECONDS,
        )
    return connection


def _connection_of(request: Request) -> Connection | None:
    """Return the connection of a request that reads, or None if it cannot be held.

    Not every server can hold connections, and a HEAD has no body to hold open.
    """
    if request.method not in ("GET", "POST"):
        return None
    connection: Connection | None = request.META.get(ENVIRON_KEY)
    return connection

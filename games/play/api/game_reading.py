"""Read a game for a request: its id, the head of its log, the watch code, and the cached version.

Caches may keep answers about finished public games, which they check before each use.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from structlog.contextvars import bind_contextvars

from accounts import quotas
from accounts.api.permissions import check_scope
from accounts.api.throttles import give_back, spend_at_address
from accounts.credentials.authentication import admit, digest_of, reader_id
from api_kit.endpoint import Endpoint
from games.log import head_reader, heads, ids
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.log.refusals import GameNotFound
from games.play import followed, overdue, presence, seats, visibility
from games.play.followed import WatchedGame
from games.play.visibility import WatchPass

_FIELD, _KEY = "watch_code", "HTTP_X_WATCH_CODE"
_QUOTA = "join_code"


class GameEndpoint(Endpoint):
    """The base of views at the path of a game."""

    token: bytes | None = None
    """The digest of the caller's token."""
    number: int | None = None
    """The id of the game in the path; None if it is none."""
    found: tuple[GameHead, LoggedMove] | None = None
    """The head of the game for the caller, and the last move; None without a token or a game."""

    def perform_authentication(self, request: Request) -> None:
        """Read the caller, and the game for them."""
        self.token, self.number = digest_of(request), ids.from_text(self.kwargs["game_id"])
        self.identify(request)

    def identify(self, request: Request) -> None:
        self.read(request)

    def read(self, request: Request) -> None:
        """Read the caller and, in the same statement, the head of the game for them.

        :raises InvalidToken, AccountSuspended: as authentication does.
        """
        if self.token is None or self.number is None:
            super().perform_authentication(request)
        else:
            # Every log line of this request names the game.
            bind_contextvars(game=self.kwargs["game_id"])
            bearer, self.found = head_reader.of_caller(self.token, self.number, now=timezone.now())
            admit(request, bearer)


class WatchCodeThrottle(BaseThrottle):
    """Counts requests with a watch code, like those with a join code, before they read the game."""

    def allow_request(self, request: Request, view: object) -> bool:
        if sent_code(request) is not None:
            spend_at_address(request._request, _QUOTA)
        return True


class WatchableEndpoint(Endpoint):
    """The base of views that accept a watch code. Only codes that open nothing stay counted."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttles of the view, and the one of watch codes."""
        return [*super().get_throttles(), WatchCodeThrottle()]

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give back what was counted for a code that was right, and keep caches from storing what
        a code opens.
        """
        if response.status_code < 400:
            give_back(request._request, (_QUOTA,))
        if _KEY in request._request.META:
            # Unlike Authorization, the header of the code is unknown to shared caches.
            response.headers.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, *args, **kwargs)


def read_id(text: str) -> int:
    """Read a game's id from a path.

    :raises GameNotFound: if it is invalid.
    """
    number = ids.read(text, GameNotFound)
    bind_contextvars(game=text)  # every log line of this request names the game
    return number


def read_head(
    request: Request, game_id: str, found: tuple[GameHead, LoggedMove] | None = None
) -> GameHead:
    """Return the head of a game's log for the caller, as :func:`read_head_and_last` does."""
    return read_head_and_last(request, game_id, found)[0]


def read_head_and_last(
    request: Request,
    game_id: str,
    found: tuple[GameHead, LoggedMove] | None = None,
    *,
    watch_pass: WatchPass | None = None,
) -> tuple[GameHead, LoggedMove]:
    """Return the head of a game's log and its last move, for a player, another account, or no
    account.

    ``found`` is what was read with the token (:class:`GameEndpoint`). Makes the referee's overdue
    moves first. The pass of a ticket counts as the request's own watch code.

    :raises GameNotFound: if there is no such game, or it is private.
    :raises SpectatorsBarred: if only its players may watch.
    :raises PermissionDenied: if the token lacks the scope ``read``, and its account has no seat
        here: ``play`` suffices to read one's own seat.
    """
    account_id, number = reader_id(request), read_id(game_id)
    head, last = found or head_reader.load_with_last(number, account_id)
    if heads.is_due(head.deadline, now=timezone.now()) and not heads.awaits_bot(head.state):
        overdue.enforce(number)
        head, last = head_reader.load_with_last(number, account_id)
    if head.seat is None:
        watch_pass = watch_pass or pass_of(request, number)
        visibility.check_watches(head, account_id, watch_pass=watch_pass)
        check_scope(request, "read")
    bind_contextvars(move=head.version)
    if account_id is not None and head.viewer is not None:
        note_presence(request, head.game_id, account_id)
    return head, last


def read_with_players(
    request: Request, game_id: str, *, watch_pass: WatchPass | None = None
) -> WatchedGame:
    """Return what :func:`read_head_and_last` does, and the players. Raises as it does.

    Checks access again, after the read: a lobby may have started since, or the caller may have left
    it.
    """
    watch_pass = watch_pass or pass_of(request, read_id(game_id))
    head, last = read_head_and_last(request, game_id, watch_pass=watch_pass)
    account_id = reader_id(request)
    seats = followed.of_games([head.game_id])[head.game_id]
    if account_id is None or all(seat.account_id != account_id for seat in seats):
        visibility.check_watches(head._replace(seat=None), account_id, watch_pass=watch_pass)
    is_watcher = head.is_private and head.seat is None
    return WatchedGame(head, last, seats, watch_pass if is_watcher else None)


def note_presence(request: Request, game_id: int, account_id: int) -> None:
    """Record that a player was seen, and from which address, in one transaction."""
    if players := presence.due([(game_id, account_id)]):
        now = timezone.now()
        with transaction.atomic():
            presence.note_seen(players, now=now)
            seats.record(game_id, account_id, quotas.address_of(request._request), now=now)


def is_current(request: Request, etag: str) -> bool:
    """Return whether ``If-None-Match`` names this validator."""
    tags = parse_etags(request._request.META.get("HTTP_IF_NONE_MATCH", ""))
    return tags == ["*"] or etag in {tag.removeprefix("W/") for tag in tags}


def pass_of(request: Request, game_id: int) -> WatchPass | None:
    """Return the pass for the code in a request, or None without one."""
    code = sent_code(request)
    return None if code is None else visibility.watch_pass_for(game_id, code)


def sent_code(request: Request) -> str | None:
    """Return the code in the header, or else in the body, or None."""
    code: str | None = request._request.META.get(_KEY)
    if code is None and request.method == "POST" and isinstance(request.data, Mapping):
        sent = request.data.get(_FIELD)
        code = sent if isinstance(sent, str) else None
    return code


_KEPT = {
    "Cache-Control": "no-cache",
    "Vary": "Authorization, X-Watch-Code, Accept",
    # nginx keeps nothing else, and asks about this each time, as its time is over.
    "X-Accel-Expires": "@1",
}


def headers(request: Request, head: GameHead, shown: Iterable[object] = ()) -> dict[str, str]:
    """Return the headers of an answer that follows from the log and from what else is ``shown``.

    There are none while a game runs, nor for a private one, a token or a watch code.
    """
    is_private = head.is_private or reader_id(request) is not None or sent_code(request) is not None
    if is_private or not head.state.is_over:
        return {}
    source = (
        settings.RELEASE,
        request.build_absolute_uri(),
        request.accepted_media_type,
        head.digest,
        *shown,
    )
    return _KEPT | {"ETag": f'"{sha256(repr(source).encode()).hexdigest()[:32]}"'}

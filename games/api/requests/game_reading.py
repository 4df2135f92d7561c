"""Read a game for a request: its id, the head of its log, and the caller's cached version."""

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from structlog.contextvars import bind_contextvars

from accounts.api.permissions import check_scope
from accounts.credentials.authentication import caller_if_any
from accounts.limits import addresses
from accounts.sqlite import turns
from games import ids
from games.api.requests import prefetch
from games.api.requests.watch_pass import pass_of
from games.log import deadlines, heads
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.queries import presence, seated_players, visibility
from games.queries.followed import WatchedGame
from games.queries.watching import WatchPass
from games.refusals import GameNotFound
from games.services.moves import overdue, seat_addresses


def read_id(text: str) -> int:
    """Read a game's id from a path.

    :raises GameNotFound: if it is invalid.
    """
    number = ids.read(text, GameNotFound)
    bind_contextvars(game=text)  # every log line of this request names the game
    return number


def read_head(request: Request, game_id: str) -> GameHead:
    """Return the head of a game's log for the caller, as :func:`read_head_and_last` does."""
    return read_head_and_last(request, game_id)[0]


@turns.urgent()
def read_head_and_last(
    request: Request, game_id: str, *, watch_pass: WatchPass | None = None
) -> tuple[GameHead, LoggedMove]:
    """Return the head of a game's log and its last move, for a player, another account, or no
    account.

    Makes the referee's overdue moves first. The pass of a ticket counts as the request's own watch
    code.

    :raises GameNotFound: if there is no such game, or it is private.
    :raises SpectatorsBarred: if only its players may watch.
    :raises PermissionDenied: if the token lacks the scope ``read``, and its account has no seat
        here: ``play`` suffices to read one's own seat.
    """
    account_id, number = reader_id(request), read_id(game_id)
    match prefetch.pop_head(request, number):
        case head, LoggedMove() as last:
            pass
        case _:
            head, last = heads.load_with_last(number, account_id)
    if deadlines.is_due(head.deadline, now=timezone.now()) and not deadlines.awaits_bot(head.state):
        overdue.enforce(number)
        head, last = heads.load_with_last(number, account_id)
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
    head, last = read_head_and_last(request, game_id, watch_pass=watch_pass)
    account_id = reader_id(request)
    seats = seated_players.of_games([head.game_id])[head.game_id]
    watch_pass = watch_pass or pass_of(request, head.game_id)
    if account_id is None or all(seat.account_id != account_id for seat in seats):
        visibility.check_watches(head._replace(seat=None), account_id, watch_pass=watch_pass)
    is_watcher = head.is_private and head.seat is None
    return WatchedGame(head, last, seats, watch_pass if is_watcher else None)


def note_presence(request: Request, game_id: int, account_id: int) -> None:
    """Record that a player was seen and, at the same rate and in the same transaction, from which
    address.
    """
    if players := presence.due([(game_id, account_id)]):
        now = timezone.now()
        with transaction.atomic():
            presence.note_seen(players, now=now)
            seat_addresses.record(game_id, account_id, addresses.of(request._request), now=now)


def reader_id(request: Request) -> int | None:
    """Return the caller's account, or None."""
    bearer = caller_if_any(request)
    return None if bearer is None else bearer.account_id


def is_current(request: Request, etag: str) -> bool:
    """Return whether ``If-None-Match`` names this validator."""
    known = request._request.META.get("HTTP_IF_NONE_MATCH", "")
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    return etag in tags or "*" in tags

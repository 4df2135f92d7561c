"""Stream tickets in URLs, for browsers that cannot send a token with an EventSource.

A ticket grants what its token, or a watch code, may read of one stream, until the ticket or the
token expires: the stream of a game, or that of the token's account. Tickets are signed and not
stored. Each kind has a signature of its own, so that a ticket of one kind never opens a stream of
the other.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.core import signing
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.credentials import bearers
from accounts.credentials.authentication import CHALLENGE
from accounts.credentials.bearers import Bearer
from accounts.models import Token
from accounts.refusals import InvalidToken
from games.play.api.game_reading import read_id
from games.play.refusals import InvalidTicket
from games.play.visibility import WatchPass

LIFETIME = timedelta(minutes=15)

# These sign tickets that clients hold: they stay, wherever this module goes.
_SALT = "games.tickets"
_ACCOUNT_SALT = "games.account_tickets"


class Ticket(NamedTuple):
    """The content of a ticket."""

    game_id: int | None
    """None for the stream of an account."""
    token_id: int | None
    """None if the ticket was issued for a watch code alone."""
    expires_at: datetime
    watch_digest: str | None = None
    """The digest of the watch code that was sent for it."""


def issue(
    game_id: int, token: Token | None, watch_digest: str | None = None, *, now: datetime
) -> tuple[str, datetime]:
    """Return a ticket for a game and its expiry, which is never after the token's."""
    expires_at = _expiry(token, now)
    content: list[int | str | None] = [
        game_id,
        None if token is None else token.pk,
        int(expires_at.timestamp()),
    ]
    if watch_digest is not None:
        content.append(watch_digest)
    return signing.dumps(content, salt=_SALT), expires_at


def issue_for_account(token: Token, *, now: datetime) -> tuple[str, datetime]:
    """Return a ticket for the account's stream and its expiry, never after the token's."""
    expires_at = _expiry(token, now)
    content = [token.pk, int(expires_at.timestamp())]
    return signing.dumps(content, salt=_ACCOUNT_SALT), expires_at


def recognise(token_id: int, *, now: datetime) -> Bearer:
    """Return the bearer of the token that a ticket was issued for.

    :raises InvalidTicket: if the token was revoked or has expired, or its account is closed or
        suspended.
    """
    try:
        bearer = bearers.bearer(token_id, now=now)
    except InvalidToken:
        bearer = None
    if bearer is None or bearer.is_suspended:
        raise InvalidTicket(
            "The token of this ticket is no longer valid. Get a new ticket from /stream_ticket."
        )
    return bearer


def read(text: str, *, game_id: int, now: datetime) -> Ticket:
    """Return the content of a ticket for this game; ``recognise`` checks its token.

    :raises InvalidTicket: if it was not issued here, is for another stream, or has expired.
    """
    game, token_id, expiry, *digest = _content(text, _SALT)
    if game != game_id:
        raise InvalidTicket(
            "This ticket is for another game. Get one from this game's /stream_ticket."
        )
    watch_digest = digest[0] if digest else None
    return Ticket(game, token_id, _unexpired(expiry, now), watch_digest)


def read_for_account(text: str, *, now: datetime) -> Ticket:
    """Return the content of a ticket for an account's stream; ``recognise`` checks its token.

    :raises InvalidTicket: if it was not issued here, is for a game, or has expired.
    """
    token_id, expiry = _content(text, _ACCOUNT_SALT)
    return Ticket(None, token_id, _unexpired(expiry, now))


def _expiry(token: Token | None, now: datetime) -> datetime:
    end = now + LIFETIME
    return (end if token is None else min(end, token.expires_at)).replace(microsecond=0)


def _content(text: str, salt: str) -> Any:
    try:
        return signing.loads(text, salt=salt)
    except signing.BadSignature:
        raise InvalidTicket(
            "Invalid ticket. Get one from the stream's own /stream_ticket and send all of it."
        ) from None


def _unexpired(expiry: int, now: datetime) -> datetime:
    expires_at = datetime.fromtimestamp(expiry, UTC)
    if expires_at <= now:
        raise InvalidTicket("This ticket has expired. Get a new one from /stream_ticket.")
    return expires_at


class StreamTicket(BaseAuthentication):
    """``?ticket=`` counts as the token that it was made for, unless a token is sent too."""

    def authenticate(self, request: Request) -> tuple[Bearer, Bearer] | None:
        """Return the bearer of the ticket, or None without a ticket.

        :raises InvalidTicket: if the ticket is not for this stream, or its token is invalid.
        """
        ticket = ticket_of(request)
        if ticket is None or ticket.token_id is None:
            return None
        bearer = recognise(ticket.token_id, now=timezone.now())
        return bearer, bearer

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of tokens, since tickets have none."""
        return CHALLENGE


class AccountTicket(StreamTicket):
    """A ticket for the stream of an account, and for no other."""


def ticket_of(request: Request) -> Ticket | None:
    """Return the ticket that authenticates a request, or None.

    :raises InvalidTicket: if it is not for the stream of the request's path.
    """
    text = request.query_params.get("ticket")
    if text is None or "Authorization" in request.headers:
        return None
    game_id = request.parser_context["kwargs"].get("game_id")
    if game_id is None:
        return read_for_account(text, now=timezone.now())
    return read(text, game_id=read_id(game_id), now=timezone.now())


def pass_in(ticket: Ticket | None) -> WatchPass | None:
    """Return the pass for the watch code that a ticket was made for, or None."""
    if ticket is None or ticket.game_id is None or ticket.watch_digest is None:
        return None
    return WatchPass(ticket.game_id, ticket.watch_digest)


class StreamTicketScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tickets in the schema's security."""

    target_class = StreamTicket
    name = "ticket"
    path = "/api/v1/games/{game_id}/stream_ticket"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = f"A ticket from `POST {self.path}`."
        return {"type": "apiKey", "in": "query", "name": "ticket", "description": description}


class AccountTicketScheme(StreamTicketScheme):  # type: ignore[no-untyped-call]
    """Tickets for the stream of an account in the schema's security."""

    target_class = AccountTicket
    name = "account_ticket"
    path = "/api/v1/me/stream_ticket"

"""Stream tickets, for browsers that cannot send a token with an EventSource.

A ticket grants what its token may read of one game, until the ticket or the token expires. Tickets are
signed and not stored.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.core import signing

from accounts.credentials import tokens
from accounts.credentials.tokens import Bearer
from accounts.models import Token
from accounts.refusals import InvalidToken
from games.refusals import InvalidTicket

LIFETIME = timedelta(minutes=15)

_SALT = "games.tickets"  # signs tickets that clients hold: it stays, wherever this module goes


class Ticket(NamedTuple):
    """The content of a ticket."""

    game_id: int
    token_id: int
    expires_at: datetime


def issue(game_id: int, token: Token, *, now: datetime) -> tuple[str, datetime]:
    """Return a ticket for a game and its expiry, which is never after the token's."""
    expires_at = min(now + LIFETIME, token.expires_at).replace(microsecond=0)
    content = [game_id, token.pk, int(expires_at.timestamp())]
    return signing.dumps(content, salt=_SALT), expires_at


def recognise(ticket: Ticket, *, now: datetime) -> Bearer:
    """Return the bearer of the token that a ticket was issued for.

    :raises InvalidTicket: if the token was revoked or has expired, or its account is closed or suspended.
    """
    try:
        bearer = tokens.bearer(ticket.token_id, now=now)
    except InvalidToken:
        bearer = None
    if bearer is None or bearer.is_suspended:
        raise InvalidTicket(
            "The token of this ticket is no longer valid. Get a new ticket from /stream_ticket."
        )
    return bearer


def read(text: str, *, game_id: int, now: datetime) -> Ticket:
    """Return the content of a ticket for this game; ``recognise`` checks its token.

    :raises InvalidTicket: if it was not issued here, is for another game, or has expired.
    """
    try:
        game, token_id, expiry = signing.loads(text, salt=_SALT)
    except signing.BadSignature:
        raise InvalidTicket(
            "Invalid ticket. Get one from /stream_ticket and send all of it."
        ) from None
    if game != game_id:
        raise InvalidTicket(
            "This ticket is for another game. Get one from this game's /stream_ticket."
        )
    expires_at = datetime.fromtimestamp(expiry, UTC)
    if expires_at <= now:
        raise InvalidTicket("This ticket has expired. Get a new one from /stream_ticket.")
    return Ticket(game, token_id, expires_at)

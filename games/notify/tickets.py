"""Tickets for streams: what a browser shows where it cannot send a token.

A ticket lets the bearer read one game as the token it was made for would, until it expires or the token does. It is
signed and nowhere stored.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.core import signing

from accounts import tokens
from accounts.models import Token
from accounts.refusals import InvalidToken
from accounts.tokens import Bearer
from games.refusals import InvalidTicket

LIFETIME = timedelta(minutes=15)

_SALT = "games.tickets"  # signs tickets that clients hold: it stays, wherever this module goes


class Ticket(NamedTuple):
    """What a ticket says."""

    game_id: int
    token_id: int
    expires_at: datetime


def issue(game_id: int, token: Token, *, now: datetime) -> tuple[str, datetime]:
    """Return a ticket for a game, and when it expires: not after its token."""
    expires_at = min(now + LIFETIME, token.expires_at).replace(microsecond=0)
    content = [game_id, token.pk, int(expires_at.timestamp())]
    return signing.dumps(content, salt=_SALT), expires_at


def recognise(ticket: Ticket, *, now: datetime) -> Bearer:
    """Return for whom the token stands that a ticket was made for.

    :raises InvalidTicket: if the token was revoked or has expired, or its account is closed.
    """
    try:
        bearer = tokens.bearer(ticket.token_id, now=now)
    except InvalidToken:
        bearer = None
    if bearer is None or bearer.is_suspended:
        raise InvalidTicket("The token that this ticket was made for no longer holds.")
    return bearer


def read(text: str, *, game_id: int, now: datetime) -> Ticket:
    """Return what a ticket for this game says; whether its token still holds, ``recognise`` looks.

    :raises InvalidTicket: if it was not made here, or for another game, or has expired.
    """
    try:
        game, token_id, expiry = signing.loads(text, salt=_SALT)
    except signing.BadSignature:
        raise InvalidTicket("No such ticket; was it copied whole?") from None
    if game != game_id:
        raise InvalidTicket("This ticket is for another game.")
    expires_at = datetime.fromtimestamp(expiry, UTC)
    if expires_at <= now:
        raise InvalidTicket("This ticket has expired; get another from /stream_ticket.")
    return Ticket(game, token_id, expires_at)

"""Authentication by a ticket in the URL, for browsers that cannot send a token."""

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.credentials.authentication import CHALLENGE
from accounts.credentials.bearers import Bearer
from games.live import tickets
from games.live.tickets import Ticket
from games.play.api.requests.game_reading import read_id
from games.play.watching import WatchPass


class StreamTicket(BaseAuthentication):
    """``?ticket=`` counts as the token that it was made for, unless a token is sent too."""

    def authenticate(self, request: Request) -> tuple[Bearer, Bearer] | None:
        """Return the bearer of the ticket, or None without a ticket.

        :raises InvalidTicket: if the ticket is not for this stream, or its token is invalid.
        """
        ticket = ticket_of(request)
        if ticket is None or ticket.token_id is None:
            return None
        bearer = tickets.recognise(ticket.token_id, now=timezone.now())
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
        return tickets.read_for_account(text, now=timezone.now())
    return tickets.read(text, game_id=read_id(game_id), now=timezone.now())


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
        """Describe the scheme."""
        description = f"A ticket from `POST {self.path}`."
        return {"type": "apiKey", "in": "query", "name": "ticket", "description": description}


class AccountTicketScheme(StreamTicketScheme):  # type: ignore[no-untyped-call]
    """Tickets for the stream of an account in the schema's security."""

    target_class = AccountTicket
    name = "account_ticket"
    path = "/api/v1/me/stream_ticket"

"""What streams refuse."""

from api_kit.refusals import (
    Unauthenticated,
)


class InvalidTicket(Unauthenticated, code="invalid_ticket", title="Invalid ticket"):
    """A ticket opens one stream, of a game or of an account, for some minutes. Get a new one from
    POST /api/v1/games/{id}/stream_ticket or POST /api/v1/me/stream_ticket.
    """

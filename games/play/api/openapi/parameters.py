"""Headers and path parameters of game operations, as the schema describes them."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.log import ids
from games.play import idempotency


def public_id(what: str) -> OpenApiParameter:
    """Describe a public id in a path."""
    return OpenApiParameter(
        f"{what}_id",
        {"type": "string", "pattern": f"^[0-9A-Za-z]{{{ids.LENGTH}}}$"},
        OpenApiParameter.PATH,
        description=f"The {what}'s id.",
    )


def in_path(name: str, kind: type, description: str) -> OpenApiParameter:
    """Describe a part of a path."""
    return OpenApiParameter(name, kind, OpenApiParameter.PATH, description=description)


IN_PATHS = {
    each.name: each
    for each in (
        *map(public_id, ("class", "dispute", "game", "match", "tournament")),
        in_path("delivery_id", str, "The `webhook-id` of a message."),
        in_path("place", int, "The place's number, from 1."),
        in_path("seat", int, "The seat's number, from 0."),
        in_path("username", str, "The player's username; case does not matter."),
        in_path("webhook_id", int, "An id from the list of webhooks."),
    )
}
"""The parts of paths by name. An operation describes others itself."""
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": f"^[!-~]{{1,{idempotency.LONGEST_KEY}}}$"},
    OpenApiParameter.HEADER,
    description="Makes a retry safe: the same key and request get the first answer again, "
    "byte for byte, for 24 hours.",
)
_TAG = r'(W/)?"[0-9]{1,9}(-[0-9s](-[0-9]{1,9})?)?(-gzip|-br)?"'
IF_MATCH = OpenApiParameter(
    "If-Match",
    {
        "type": "string",
        "pattern": r'^(\*|"[0-9]{1,9}(-[0-9s])?")$|^"[0-9]{1,9}-[0-9s]-[0-9]{1,9}"$'
        f"|^{_TAG}( *, *{_TAG})*$",
    },
    OpenApiParameter.HEADER,
    description="ETag of the state that the command was made for, or a list of them; weak ones count "
    "too. If the game has moved on, the answer is 412 and nothing is recorded. Required in honour "
    "mode.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="ETag of the answer that you have: the answer is 304 if it is still current.",
)

WATCH_CODE = OpenApiParameter(
    "X-Watch-Code",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Watch code of a private game in which you have no seat.",
)

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": "^[0-9]{0,9}$"},
    OpenApiParameter.HEADER,
    description="Number of the last move that you have; browsers send it automatically. Empty means none.",
)

LOCATION = OpenApiParameter(
    "Location",
    OpenApiTypes.URI_REF,
    OpenApiParameter.HEADER,
    response=[201],
    description="Where to read it.",
)


def etag(*statuses: int) -> OpenApiParameter:
    """Describe the validator that answers of these statuses carry."""
    return OpenApiParameter(
        "ETag",
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        response=list(statuses),
        description="Validator of the answer. That of a state changes with every move, and with a clock "
        "that is changed without one. Moves, replays and transcripts have one once the game is over, "
        "without a token and a watch code; it changes with a ruling, and with each name they show.",
    )

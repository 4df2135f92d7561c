"""Describe game operations for the OpenAPI schema: parameters, headers, commands and links."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from api_kit import openapi
from api_kit.openapi import Method
from api_kit.problems import stated_in
from api_kit.serializers import EmptySerializer, StrictSerializer
from games.log import ids
from games.play import idempotency
from games.play.api.position_answers import CommandAnswer
from games.play.refusals import KNOWN


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


def etag_header(*statuses: int) -> OpenApiParameter:
    """Describe the validator that answers of these statuses carry."""
    return OpenApiParameter(
        "ETag",
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        response=list(statuses),
        description="Validator of the answer. That of a state changes with every move, and with a clock "
        "that is changed without one. Moves, replays and transcripts have one once the game "
        "is over, without a token and a watch code; it changes with a ruling, and with each "
        "name that they show.",
    )


OF_KEYS = "bad_idempotency_key idempotency_key_reused"
OF_COMMANDS = (
    "not_seated game_not_found game_closed game_over game_paused already_left stale_version "
    f"version_needed bad_if_match {OF_KEYS}"
)


def operations(tag: str, *others: ModuleType) -> Callable[..., Callable[[Method], Method]]:
    """Return the decorator that describes the operations of a module: see `api_kit.openapi`.

    ``others`` are modules of refusals of the features above, whose codes it may list.

    It adds the header and the problems of keys to a method that is carried out ``once``.
    """
    describe = openapi.operations(tag, known=KNOWN | stated_in(*others))

    def operation(
        *texts: str, parameters: Sequence[Any] = (), problems: str = "", **others: Any
    ) -> Callable[[Method], Method]:
        def described(method: Method) -> Method:
            takes_key = hasattr(method, "takes_key")
            of_key, codes = ([IDEMPOTENCY_KEY], OF_KEYS) if takes_key else ([], "")
            of_all = {"parameters": [*parameters, *of_key], "problems": f"{problems} {codes}"}
            return describe(*texts, **of_all, **others)(method)

        return described

    return operation


def command_schema(
    name: str,
    *,
    summary: str,
    description: str,
    request: type[StrictSerializer] | None,
    problems: str,
    tag: str = "table",
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[Any], Any]:
    """Describe a command on a game, with the parameters and problems that all commands share."""
    codes = dict.fromkeys(f"{problems} {OF_COMMANDS}".split())
    if name == "join":
        del codes["not_seated"]
    return operations(tag)(
        name,
        summary,
        f"{description} Scope: `play`.",
        request=request or EmptySerializer,
        parameters=[*parameters, IDEMPOTENCY_KEY, IF_MATCH, etag_header(200)],
        answers={200: CommandAnswer},
        problems=" ".join(codes),
    )


LINKS = {
    "list_games": ("join", "read_game"),
    "create_game": ("join", "read_game", "read_state"),
    "join": ("start", "ask", "read_state"),
    "start": ("ask", "read_state"),
    "read_state": ("ask", "read_moves"),
    "ask": ("ask", "read_state", "read_moves", "read_replay"),
}

_GAME = {"list_games": "/results/0/id", "read_state": "/game"}  # in others with the state
_ACTION = {"read_state": "/legal_actions/0"}


def add_links(
    result: dict[str, Any], generator: object, request: object, public: bool
) -> dict[str, Any]:
    """Add the links to the successful answers.

    A postprocessing hook of drf-spectacular.
    """
    for methods in result["paths"].values():
        for operation in methods.values():
            source = operation["operationId"]
            if targets := LINKS.get(source):
                [success] = [
                    status for status in ("200", "201") if status in operation["responses"]
                ]
                links = {target: _link(source, target) for target in targets}
                operation["responses"][success]["links"] = links
    return result


def _link(source: str, target: str) -> dict[str, Any]:
    game = _GAME.get(source, "/state/game")
    link: dict[str, Any] = {
        "operationId": target,
        "parameters": {"game_id": f"$response.body#{game}"},
    }
    match target:
        case "join":
            link["requestBody"] = {"entropy": "text that cannot be predicted"}
        case "ask":
            action = _ACTION.get(source, "/state/legal_actions/0")
            link["requestBody"] = f"$response.body#{action}"
            link["description"] = "The first legal action, if it is your turn."
        case "read_replay":
            link["parameters"]["at"] = "$response.body#/state/version"
        case _:
            pass
    return link

"""Describe game operations for the OpenAPI schema."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from api_kit.openapi import WITH_BODY, problem_responses
from api_kit.serializers import StrictSerializer
from games.api.openapi.parameters import GAME_ID, IDEMPOTENCY_KEY, IF_MATCH, etag
from games.api.positions.shapes import CommandAnswerSerializer
from games.api.problems import PROBLEMS

OF_COMMANDS = (
    "game_not_found",
    "game_closed",
    "game_over",
    "game_paused",
    "already_left",
    "stale_version",
    "version_needed",
    "bad_if_match",
    "bad_idempotency_key",
    "idempotency_key_reused",
)


def responses(*codes: str) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problems of an operation for ``extend_schema``."""
    return problem_responses(*codes, known=PROBLEMS)


def command_schema(
    name: str,
    *,
    summary: str,
    description: str,
    request: type[StrictSerializer] | None,
    problems: Sequence[str],
    tag: str = "table",
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[Any], Any]:
    """Describe a command on a game, with the parameters and problems that all commands share."""
    codes = dict.fromkeys((*problems, "not_seated", *OF_COMMANDS))
    if name == "join":
        del codes["not_seated"]
    if request is None:
        codes |= dict.fromkeys(WITH_BODY)
    return extend_schema(
        operation_id=name,
        tags=[tag],
        summary=summary,
        description=f"{description} Scope: `play`.",
        request=request,
        parameters=[
            GAME_ID,
            *parameters,
            IDEMPOTENCY_KEY,
            IF_MATCH,
            etag(200),
        ],
        responses={200: CommandAnswerSerializer, **responses(*codes)},
    )

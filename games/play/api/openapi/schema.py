"""Describe game operations for the OpenAPI schema."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter

from api_kit import openapi
from api_kit.openapi import Method
from api_kit.serializers import EmptySerializer, StrictSerializer
from games.play.api.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH, etag
from games.play.api.positions.answers import CommandAnswer
from games.play.api.problems import PROBLEMS

OF_KEYS = "bad_idempotency_key idempotency_key_reused"
OF_COMMANDS = (
    "not_seated game_not_found game_closed game_over game_paused already_left stale_version "
    f"version_needed bad_if_match {OF_KEYS}"
)


def operations(tag: str) -> Callable[..., Callable[[Method], Method]]:
    """Return the decorator that describes the operations of a module: see `api_kit.openapi`.

    It adds the header and the problems of keys to a method that is carried out ``once``.
    """
    describe = openapi.operations(tag, known=PROBLEMS)

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
        parameters=[*parameters, IDEMPOTENCY_KEY, IF_MATCH, etag(200)],
        answers={200: CommandAnswer},
        problems=" ".join(codes),
    )

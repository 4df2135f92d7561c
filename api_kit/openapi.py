"""Describe problems, rate limit headers and tokens in the OpenAPI schema.

:func:`operations` describes an operation with its own problems. :func:`share_problems` adds those
of every request, of requests with a body, and of requests with a token.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import chain
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.fields import empty

from api_kit.answers import described
from api_kit.problems import PROBLEMS, Problem
from api_kit.serializers import EmptySerializer

Method = TypeVar("Method", bound=Callable[..., Any])

PROBLEM_JSON = "application/problem+json"

ALWAYS = ("validation_error", "not_acceptable", "rate_limited", "internal_error", "unavailable")
WITH_TOKEN = ("invalid_token", "account_suspended", "insufficient_scope")
WITH_TOKEN_REQUIRED = ("not_authenticated",)
WITH_BODY = (
    "malformed_json",
    "duplicate_member",
    "body_timeout",
    "body_too_large",
    "unsupported_media_type",
)
OWN_PAGES_ONLY = "x-own-pages-only"
"""The extension of operations that are refused to pages of other origins."""
OAUTH_ERRORS = "x-oauth-errors"
"""The extension of operations whose problems also have `error` and `error_description`."""

WAITS = (429, 503)

HEADERS = {
    name: {"description": description, "schema": {"type": kind}}
    for name, kind, description in (
        (
            "RateLimit-Policy",
            "string",
            'The quotas that this request used, each as `"name";q=uses;w=seconds`.',
        ),
        (
            "RateLimit",
            "string",
            "For each quota the uses that remain, `r`, and the seconds until it resets, `t`.",
        ),
        ("Retry-After", "integer", "Seconds to wait before the next attempt."),
    )
}


class FieldErrorSerializer(serializers.Serializer[Any]):
    """An error in one field of the request."""

    pointer = serializers.CharField(
        help_text="JSON pointer (RFC 6901) into the body, or to a query parameter by name."
    )
    code = serializers.CharField(help_text="Stable code, such as `required`.")
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem document (RFC 9457).

    `code` is for programs; `title` and `detail` are for people.
    """

    type = serializers.CharField(help_text="A page that explains the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong with this request.")
    code = serializers.CharField(help_text="Stable: a code never changes its meaning.")
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]
    game = serializers.CharField(required=False, help_text="In which you have a seat already.")
    error = serializers.CharField(required=False, help_text="Of RFC 6749, where OAuth answers.")
    error_description = serializers.CharField(required=False, help_text="The same as `detail`.")


def document(problem: Problem, detail: str | None = None) -> dict[str, Any]:
    """Return the problem document; ``detail`` defaults to the problem's meaning."""
    return {
        "type": f"/problems/{problem.code}",
        "title": problem.title,
        "status": problem.status,
        "detail": detail or problem.meaning,
        "code": problem.code,
    }


def codes_in(description: str) -> list[str]:
    """Return the problem codes that the description of a response lists."""
    return re.findall("`([a-z_]+)`", description)


def operations(
    main_tag: str, *, known: Mapping[str, Problem]
) -> Callable[..., Callable[[Method], Method]]:
    """Return the decorator that describes the operations of a module, whose tag it is.

    The schema class adds what it knows about the path and the query.
    """

    def operation(
        operation_id: str,
        summary: str,
        description: str | None = None,
        *,
        answers: Mapping[Any, Any],
        problems: str = "",
        request: Any = empty,
        parameters: Sequence[Any] = (),
        tag: str = main_tag,
    ) -> Callable[[Method], Method]:
        """Describe an operation; by default with its docstring.

        ``problems`` are codes separated by spaces. An operation that takes an empty body or none,
        and reads it with the ``EmptySerializer``, has that as its ``request``.

        :raises KeyError: a code is not among the ``known``.
        """
        codes = problems.split()
        if request is EmptySerializer:
            request, codes = None, [*codes, *WITH_BODY]
        return extend_schema(
            operation_id=operation_id,
            tags=[tag],
            summary=summary,
            description=description,
            request=request,
            parameters=[*parameters],
            responses={
                **{status: described(answer) for status, answer in answers.items()},
                **problem_responses(*codes, known=known),
            },
        )

    return operation


def problem_responses(
    *codes: str, known: Mapping[str, Problem]
) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the ``responses`` of ``extend_schema`` for an operation's own problems.

    Codes of one status share a response, whose description lists them:
    ``responses={201: Body, **problem_responses("username_taken", "username_reserved")}``.

    :raises KeyError: a code is not among the ``known``.
    """
    return {
        (status, PROBLEM_JSON): OpenApiResponse(ProblemSerializer, description=_listed(of_status))
        for status, of_status in _by_status(codes, known).items()
    }


def share_problems(
    result: dict[str, Any], generator: object, request: object, public: bool
) -> dict[str, Any]:
    """Add the problems and the rate limit headers to every operation.

    Problems of one status are one response of the components. An operation refers to it, and lists
    its codes in the description. Statuses without a code of the operation's own are together its
    ``default``, which lists the shared codes. A postprocessing hook of drf-spectacular.
    """
    components = result["components"]
    used: dict[str, dict[str, Any]] = {}
    for path in result["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            own = {
                int(status): codes_in(responses.pop(status)["description"])
                for status in [*responses]
                if PROBLEM_JSON in responses[status].get("content", {})
            }
            for response in responses.values():
                _add_headers(response)
            takes_body = "requestBody" in operation or {*WITH_BODY} <= {*chain(*own.values())}
            shared = _shared_by(operation, takes_body=takes_body)
            by_status = _by_status(shared, PROBLEMS)
            listed = {
                str(status): [*dict.fromkeys([*codes, *by_status.get(status, ())])]
                for status, codes in sorted(own.items())
                if not {*codes} <= {*shared}
            }
            is_of_oauth = operation.get(OAUTH_ERRORS, False)
            for status, codes in {**listed, "default": shared}.items():
                name = f"{'OAuth' if is_of_oauth else ''}Problem{status.removeprefix('default')}"
                reference = f"#/components/responses/{name}"
                responses[status] = {"$ref": reference, "description": _listed(codes)}
                used[name] = _response(status, is_of_oauth=is_of_oauth)
    components["headers"] = HEADERS
    components["responses"] = dict(sorted(used.items()))
    return result


def _shared_by(operation: Mapping[str, Any], *, takes_body: bool) -> list[str]:
    codes = list(ALWAYS)
    security = operation.get("security", [])
    if any(security):
        codes += WITH_TOKEN
        if {} not in security:
            codes += WITH_TOKEN_REQUIRED
    if takes_body:
        codes += WITH_BODY
    if operation.get(OWN_PAGES_ONLY):
        codes.append("origin_not_allowed")
    return codes


def _by_status(codes: Iterable[str], known: Mapping[str, Problem]) -> dict[int, list[str]]:
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(known[code].status, []).append(code)
    return by_status


def _listed(codes: Iterable[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def _response(status: str, *, is_of_oauth: bool) -> dict[str, Any]:
    # The server refuses some requests before they reach a view: for those it has one media type.
    media_types = ["application/json"] if is_of_oauth else []
    is_default = status == "default"
    response = {
        "description": "Any other problem" if is_default else HTTPStatus(int(status)).phrase,
        "content": {
            media_type: {"schema": {"$ref": "#/components/schemas/Problem"}}
            for media_type in (*media_types, PROBLEM_JSON)
        },
    }
    _add_headers(response, is_wait=is_default or int(status) in WAITS)
    return response


def _add_headers(response: dict[str, Any], *, is_wait: bool = False) -> None:
    headers = response.setdefault("headers", {})
    for name in HEADERS:
        if is_wait or name != "Retry-After":
            headers.setdefault(name, {"$ref": f"#/components/headers/{name}"})


class StrictSerializerSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Strict serializers in the schema: objects without additional properties."""

    target_class = "api_kit.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """Return the usual schema with ``additionalProperties: false``."""
        schema = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False, **self.target.schema_extras}


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Bearer tokens in the schema's security."""

    target_class = "accounts.credentials.authentication.BearerToken"
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from `POST /api/v1/accounts` or `POST /api/v1/tokens`. The "
            "security of an operation lists the scopes that it accepts; a token needs one of them.",
        }

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[str]]]:
        """Return one requirement for each accepted scope: any one of them is enough."""
        permissions = auto_schema.view.get_permissions()
        scopes = [
            scope
            for permission in permissions
            if hasattr(permission, "scopes_for")
            for scope in permission.scopes_for(auto_schema.method)
        ]
        return [{self.name: [scope]} for scope in scopes] or [{self.name: []}]

"""Turn every failure of the API into a problem document (RFC 9457).

Domain code raises refusals without HTTP, and views catch none. The kind of a refusal leads to its
status (`api_kit.problems`). Errors of Django and unexpected exceptions get documents too.
"""

import logging
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.exceptions import ErrorDetail
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback
from structlog.contextvars import get_contextvars

from accounts import refusals as accounts
from accounts.credentials.authentication import CHALLENGE
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.parsers import DuplicateMember
from api_kit.problems import Problem
from api_kit.refusals import TooOften
from games.engine import refusals as engine
from games.log import verification
from games.log.reader import error_summary
from games.log.refusals import REFUSALS
from games.play.play import GameOverdue
from games.play.refusals import AlreadySeated
from games.problems import PROBLEMS
from gofish_api.observability import metrics

TOKEN_ERRORS = ("invalid_token", "insufficient_scope")
"""Codes that are also the ``error`` in ``WWW-Authenticate`` (RFC 6750)."""
RESOURCE_METADATA = "/.well-known/oauth-protected-resource/api/v1"
"""Where an app learns who gives tokens for this API (RFC 9728)."""
RETRY_UNAVAILABLE = 2  # seconds
MOST_ERRORS = 100  # bounds the answer to a body full of unknown fields

# The first matching class decides, so subclasses come before their parents.
FOREIGN: Sequence[tuple[type[Exception], str]] = (
    (exceptions.ValidationError, "validation_error"),
    (DuplicateMember, "duplicate_member"),
    (exceptions.ParseError, "malformed_json"),
    (exceptions.NotAuthenticated, "not_authenticated"),
    (exceptions.AuthenticationFailed, "invalid_token"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "rate_limited"),
    (exceptions.PermissionDenied, "not_permitted"),
    (PermissionDenied, "not_permitted"),
    (Http404, "not_found"),
    (RequestDataTooBig, "body_too_large"),
    (SuspiciousOperation, "bad_request"),
    (UnreadablePostError, "bad_request"),
    (OperationalError, "unavailable"),
    (InterfaceError, "unavailable"),
    (GameOverdue, "unavailable"),  # the database is too slow for the moves that are due
    (verification.NoAnswer, "unavailable"),
    (InternalError, "unavailable"),  # psycopg raises it for a connection lost during COMMIT
)

TOP_LEVEL_MEMBERS = ("preset", "overlays", "seats")
"""Members of a new game that the engine calls options and that are not in ``options``."""
OF_THE_WHOLE = api_settings.NON_FIELD_ERRORS_KEY

FieldError = dict[str, str]  # pointer, code, detail

logger = logging.getLogger(__name__)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Return the problem response to an exception in an API view; the setting
    ``EXCEPTION_HANDLER``.

    It is rendered to JSON here, because some views render YAML, HTML or a stream.
    """
    set_rollback()
    problem = problem_of(exc)
    errors = _errors(exc)
    metrics.REFUSALS.labels(problem.code).inc()
    if isinstance(exc, engine.NewerSchema):
        logger.warning("%s: %s", problem.code, exc)
    elif isinstance(exc, engine.MalformedEntry):
        game = get_contextvars().get("game", "unknown")
        logger.error("%s: game %s, %s", problem.code, game, error_summary(exc))
    elif problem.status >= 500:
        logger.error("%s: %r", problem.code, exc, exc_info=exc)
    if problem.code == "internal_error":
        got_request_exception.send(sender=None, request=context["request"]._request)
    detail = _detail(exc, problem, errors)
    if isinstance(exc, exceptions.MethodNotAllowed):
        methods = ", ".join(context["view"].allowed_methods)
        detail = f"{context['request'].method} is not allowed here. Allowed: {methods}."
    if type(exc) is exceptions.UnsupportedMediaType:
        taken = " or ".join(parser.media_type for parser in context["view"].parser_classes)
        detail = f"Send Content-Type: {taken}."
    content = document(problem, detail) | ({"errors": errors} if errors else {})
    if isinstance(exc, AlreadySeated) and exc.game is not None:
        content["game"] = exc.game
    headers = headers_of(exc, problem)
    is_of_oauth = getattr(context["view"], "answers_oauth_errors", False)
    if is_of_oauth:
        error = getattr(exc, "error", "invalid_request" if problem.status < 500 else "server_error")
        content |= {"error": error, "error_description": content["detail"]}
        headers["Cache-Control"] = "no-store"
    if problem.status == 401:
        metadata = context["request"].build_absolute_uri(RESOURCE_METADATA)
        headers["WWW-Authenticate"] += f', resource_metadata="{metadata}"'
    return HttpResponse(
        orjson.dumps(content),
        status=problem.status,
        headers=headers,
        content_type="application/json" if is_of_oauth else PROBLEM_JSON,
    )


def problem_of(exc: BaseException | None) -> Problem:
    """Return the problem of an exception."""
    if isinstance(exc, REFUSALS):
        return PROBLEMS[exc.code]
    kinds = (*FOREIGN, *_of_the_cache())
    return PROBLEMS[next((code for kind, code in kinds if isinstance(exc, kind)), "internal_error")]


def _of_the_cache() -> Sequence[tuple[type[Exception], str]]:
    """Return the errors of an unreachable Redis if its client is loaded, which costs 10 MB."""
    redis = sys.modules.get("redis.exceptions")
    if redis is None:
        return ()
    return (redis.ConnectionError, "unavailable"), (redis.TimeoutError, "unavailable")


def headers_of(exc: BaseException | None, problem: Problem) -> dict[str, str]:
    """Return the headers that a problem requires: ``WWW-Authenticate`` or ``Retry-After``."""
    if problem.code in TOKEN_ERRORS:
        return {"WWW-Authenticate": f'{CHALLENGE}, error="{problem.code}"'}
    if problem.status == 401:
        return {"WWW-Authenticate": CHALLENGE}
    if isinstance(exc, exceptions.Throttled):
        return {"Retry-After": str(math.ceil(getattr(exc, "wait", None) or 1))}
    if isinstance(exc, TooOften | accounts.ClientDocumentPending):
        return {"Retry-After": str(exc.retry_after)}
    if problem.code == "unavailable":  # other 503s need an upgrade, at an unknown time
        return {"Retry-After": str(RETRY_UNAVAILABLE)}
    return {}


def _detail(exc: Exception, problem: Problem, errors: list[FieldError]) -> str | None:
    """Return the detail of an exception, or None if it has none for callers."""
    if problem.status >= 500:
        return None
    if errors:
        first = f"{errors[0]['pointer'] or 'body'}: {errors[0]['detail']}"
        return first if len(errors) == 1 else f"{first} And {len(errors) - 1} more."
    if isinstance(exc, REFUSALS):
        return str(exc)
    if isinstance(exc, exceptions.APIException) and exc.detail != exc.default_detail:
        return str(exc.detail)
    return None


def _errors(exc: Exception) -> list[FieldError]:
    if isinstance(exc, exceptions.ValidationError):
        return list(islice(_field_errors(exc.detail, ""), MOST_ERRORS))
    if isinstance(exc, engine.RulesRefused):
        return [_error(_option_pointer(e.option), e.code, e.detail) for e in exc.errors]
    if isinstance(exc, accounts.DisplayNameRefused):
        return [_error("/display_name", exc.code, str(exc))]
    return []


def _field_errors(detail: object, pointer: str) -> Iterator[FieldError]:
    """Yield the errors of a serializer, which are nested as its fields are."""
    if isinstance(detail, ErrorDetail):
        yield _error(pointer, detail.code or "invalid", str(detail))
    elif isinstance(detail, Mapping):
        for key, below in detail.items():
            yield from _field_errors(below, pointer if key == OF_THE_WHOLE else _step(pointer, key))
    elif isinstance(detail, Sequence):
        for index, below in enumerate(detail):
            is_leaf = isinstance(below, ErrorDetail)
            yield from _field_errors(below, pointer if is_leaf else _step(pointer, index))


def _option_pointer(option: str) -> str:
    """Return the JSON pointer to an option in the body of a new game."""
    if option.partition("/")[0] in TOP_LEVEL_MEMBERS:
        return f"/{option}"
    return _step("/options", option)


def _step(pointer: str, key: object) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _error(pointer: str, code: str, detail: str) -> FieldError:
    return {"pointer": pointer, "code": code, "detail": detail}

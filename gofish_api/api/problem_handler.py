"""Every failure of the API as a problem document (RFC 9457), whoever noticed it.

Domain code raises refusals and knows no HTTP; views catch nothing. Here a refusal's code is looked
up in one table, which the applications' tables make up, and becomes a status and a document. What
Django refuses before a view is reached, and what nobody foresaw, gets a document too.
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

from accounts import refusals as accounts
from accounts.authentication import CHALLENGE
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.parsers import DuplicateMember
from api_kit.problems import PROBLEMS as ACCOUNTS_PROBLEMS
from api_kit.problems import Problem
from games.api.problems import PROBLEMS as GAMES_PROBLEMS
from games.engine import refusals as engine
from games.log import verification
from games.services.play import GameOverdue
from gofish_api.observability import metrics

PROBLEMS: dict[str, Problem] = ACCOUNTS_PROBLEMS | GAMES_PROBLEMS

REFUSALS = (accounts.AccountRefusal, engine.Refusal)

TOKEN_ERRORS = ("invalid_token", "insufficient_scope")
"""Codes that RFC 6750 has clients find in ``WWW-Authenticate`` too, by the same names."""
RETRY_UNAVAILABLE = 2  # seconds
MOST_ERRORS = 100  # a body full of unknown fields must not make an answer many times its size

# The first class that fits decides; subclasses stand before their parents.
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
    (GameOverdue, "unavailable"),  # the database is too slow to do what is due
    (verification.NoAnswer, "unavailable"),
    (InternalError, "unavailable"),  # so psycopg calls a connection that is cut off during a COMMIT
)

BESIDE_OPTIONS = ("preset", "overlays", "seats")
OF_THE_WHOLE = api_settings.NON_FIELD_ERRORS_KEY

FieldError = dict[str, str]  # pointer, code, detail

logger = logging.getLogger(__name__)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Answer for an exception raised in an API view; the setting ``EXCEPTION_HANDLER``.

    The document is JSON already, because some views render YAML, HTML or a stream.
    """
    set_rollback()
    problem = problem_of(exc)
    errors = _errors(exc)
    metrics.REFUSALS.labels(problem.code).inc()
    if isinstance(exc, engine.NewerSchema):
        logger.warning("%s: %s", problem.code, exc)
    elif problem.status >= 500:
        logger.error("%s: %r", problem.code, exc, exc_info=exc)
    if problem.code == "internal_error":
        got_request_exception.send(sender=None, request=context["request"]._request)
    detail = _detail(exc, problem, errors)
    if isinstance(exc, exceptions.MethodNotAllowed):
        methods = ", ".join(context["view"].allowed_methods)
        detail = f"{context['request'].method} is no method of this path; it has {methods}."
    content = document(problem, detail)
    return HttpResponse(
        orjson.dumps(content | ({"errors": errors} if errors else {})),
        status=problem.status,
        headers=headers_of(exc, problem),
        content_type=PROBLEM_JSON,
    )


def problem_of(exc: BaseException | None) -> Problem:
    """Return the entry of the table that an exception amounts to."""
    if isinstance(exc, REFUSALS):
        code = exc.code
    elif isinstance(exc, exceptions.PermissionDenied):
        code = getattr(exc.detail, "code", "")
    else:
        code = ""
    if code not in PROBLEMS:
        kinds = (*FOREIGN, *_of_the_cache())
        code = next((code for kind, code in kinds if isinstance(exc, kind)), "internal_error")
    return PROBLEMS[code]


def _of_the_cache() -> Sequence[tuple[type[Exception], str]]:
    """Return what a Redis out of reach raises, if its client was loaded: ten megabytes that few servers need."""
    redis = sys.modules.get("redis.exceptions")
    if redis is None:
        return ()
    return (redis.ConnectionError, "unavailable"), (redis.TimeoutError, "unavailable")


def headers_of(exc: BaseException | None, problem: Problem) -> dict[str, str]:
    """Return the headers that a problem's status asks for: a challenge, or a wait in seconds."""
    if problem.code in TOKEN_ERRORS:
        return {"WWW-Authenticate": f'{CHALLENGE}, error="{problem.code}"'}
    if problem.status == 401:
        return {"WWW-Authenticate": CHALLENGE}
    if isinstance(exc, exceptions.Throttled):
        return {"Retry-After": str(math.ceil(getattr(exc, "wait", None) or 1))}
    if isinstance(exc, accounts.TooOften):
        return {"Retry-After": str(exc.retry_after)}
    if problem.code == "unavailable":  # when the service will be upgraded, it cannot know
        return {"Retry-After": str(RETRY_UNAVAILABLE)}
    return {}


def _detail(exc: Exception, problem: Problem, errors: list[FieldError]) -> str | None:
    """Return what was wrong this time; None where the exception has nothing for callers."""
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
        return [_error(_place(e.option), e.code, e.detail) for e in exc.errors]
    return []


def _option_pointer(name: str) -> str:
    """Point at an option; what else makes up rules stands beside them in the body."""
    beside = name in ("preset", "seats") or name.startswith("overlays/")
    return f"/{name}" if beside else _step("/options", name)


def _field_errors(detail: object, pointer: str) -> Iterator[FieldError]:
    """Walk the errors of a serializer, which nest as its fields do."""
    if isinstance(detail, ErrorDetail):
        yield _error(pointer, detail.code or "invalid", str(detail))
    elif isinstance(detail, Mapping):
        for key, below in detail.items():
            yield from _field_errors(below, pointer if key == OF_THE_WHOLE else _step(pointer, key))
    elif isinstance(detail, Sequence):
        for index, below in enumerate(detail):
            is_leaf = isinstance(below, ErrorDetail)
            yield from _field_errors(below, pointer if is_leaf else _step(pointer, index))


def _place(option: str) -> str:
    """Return where in the body of a new game the engine's name for an option stands."""
    if option.partition("/")[0] in BESIDE_OPTIONS:
        return f"/{option}"
    return _step("/options", option)


def _step(pointer: str, key: object) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _error(pointer: str, code: str, detail: str) -> FieldError:
    return {"pointer": pointer, "code": code, "detail": detail}

"""Answers where no view is reached: unknown paths, and what Django or its middleware refuse.

Below /api they are problem documents; for the pages people look at, Django's own.
"""

import sys
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.refusals import TooOften
from api_kit.endpoint import Endpoint
from api_kit.openapi import PROBLEM_JSON, document
from gofish_api.api.problem_handler import headers_of, problem_of
from gofish_api.observability import metrics


class UnknownPath(Endpoint):
    """Whatever lies below /api and is no operation."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse before the method is looked at: no method works here.

        :raises NotFound: always.
        """
        raise NotFound(f"Nothing is at {request.path}; /api/v1 says where to begin.")

    def get(self, request: Request) -> Response:
        """Never reached; DRF wants one method to exist."""
        raise NotFound


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for a request that Django could not read; ``handler400``."""
    if _is_of_api(request):
        return answer(exception)
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for what middleware forbids; ``handler403``."""
    if _is_of_api(request):
        return answer(exception)
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for a path that leads nowhere; ``handler404``."""
    if _is_of_api(request):
        return answer(exception)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for an exception outside the API's views; ``handler500``."""
    if _is_of_api(request):
        return answer(sys.exception())
    return defaults.server_error(request)


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: Mapping[str, Any] | None
) -> HttpResponse:
    """Answer for a sign-in that axes stopped; the setting ``AXES_LOCKOUT_CALLABLE``."""
    if response is not None and _is_of_api(request):
        return response  # the refusal's own document
    return HttpResponse(
        "Too many wrong passwords; try again later.\n", "text/plain; charset=utf-8", status=429
    )


def too_many(refusal: TooOften) -> HttpResponse:
    """Answer a browser whose quota is used up, in plain text."""
    return HttpResponse(
        f"{refusal}\n",
        "text/plain; charset=utf-8",
        status=429,
        headers={"Retry-After": str(refusal.retry_after)},
    )


def answer(exc: BaseException | None, detail: str | None = None) -> JsonResponse:
    """Answer with the problem document that an exception amounts to."""
    problem = problem_of(exc)
    metrics.REFUSALS.labels(problem.code).inc()
    return JsonResponse(
        document(problem, detail),
        status=problem.status,
        headers=headers_of(exc, problem),
        content_type=PROBLEM_JSON,
    )


def _is_of_api(request: HttpRequest) -> bool:
    return request.path == "/api" or request.path.startswith("/api/")

"""Answers for requests that reach no view: unknown paths, and refusals of Django and its
middleware.

Below /api they are problem documents, elsewhere Django's own pages. A browser at an unknown path
gets a page of the web client.
"""

import sys
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.views import defaults
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit.endpoint import Endpoint
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.refusals import TooOften
from gofish_api import client_pages as web
from gofish_api.api.problem_handler import headers_of, problem_of
from gofish_api.observability import metrics


class UnknownPath(Endpoint):
    """Every path below /api that has no operation."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse before the method is checked: the path has no methods.

        :raises NotFound: always.
        """
        raise NotFound(f"Nothing is at {request.path}. Start at /api/v1.")

    def get(self, request: Request) -> Response:
        """Exist because DRF needs one method; ``initial`` refuses before."""
        raise NotFound


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django could not read; ``handler400``."""
    if _is_of_api(request):
        return answer(exception)
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that middleware forbids; ``handler403``."""
    if _is_of_api(request):
        return answer(exception)
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a request for an unknown path; ``handler404``."""
    if _is_of_api(request):
        return answer(exception)
    accepts_html = request.get_preferred_type(["text/plain", "text/html"]) == "text/html"
    page = (
        web.missing_page(request) if accepts_html else defaults.page_not_found(request, exception)
    )
    patch_vary_headers(page, ["Accept"])
    return page


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after an exception outside of the API's views; ``handler500``."""
    if _is_of_api(request):
        return answer(sys.exception())
    return defaults.server_error(request)


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: Mapping[str, Any] | None
) -> HttpResponse:
    """Answer a sign-in that axes refuses; the setting ``AXES_LOCKOUT_CALLABLE``."""
    if response is not None and _is_of_api(request):
        return response  # the refusal's own document
    return HttpResponse(
        "Too many wrong passwords. Try again later.\n", "text/plain; charset=utf-8", status=429
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
    """Return the problem document of an exception."""
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

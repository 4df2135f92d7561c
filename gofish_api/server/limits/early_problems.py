"""Problem documents for requests that are refused before Django."""

import json
from wsgiref.types import WSGIEnvironment

from django.http import HttpResponse

from api_kit.openapi import PROBLEM_JSON, document
from api_kit.problems import REQUEST, Problem
from api_kit.readable_request import ReadableRequest
from games.api.feeds.exchange import WholeResponse
from games.api.problems import PROBLEMS
from gofish_api.middleware.other_origins import OtherOrigins
from gofish_api.observability import metrics

TOO_LARGE = REQUEST["body_too_large"]
UNAVAILABLE = REQUEST["unavailable"]
INTERNAL_ERROR = REQUEST["internal_error"]
TOO_MANY_EXPORTS = PROBLEMS["too_many_streams"]
TOO_SLOW = Problem(
    "body_timeout", 408, "The body arrived too slowly", "Send the whole body within ten seconds."
)
FULL = "Too many requests of this kind are waiting. Nothing was changed. Try again later."


_cors = OtherOrigins(lambda request: HttpResponse())


def refusal(
    problem: Problem,
    detail: str | None = None,
    *,
    retry_after: int | None = None,
    closes: bool = False,
) -> WholeResponse:
    """Return the problem response; ``retry_after`` in seconds. ``closes`` ends the connection."""
    metrics.REFUSALS.labels(problem.code).inc()
    content = json.dumps(document(problem, detail)).encode()
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(content)).encode()),
    ]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    if closes:
        headers.append((b"connection", b"close"))
    return WholeResponse(problem.status, headers, content)


def for_pages(answer: WholeResponse, environ: WSGIEnvironment) -> WholeResponse:
    """Return a refusal with the headers of CORS that Django would add.

    Without them a browser hides from a page of another origin why its request failed.
    """
    response = HttpResponse()
    del response.headers["Content-Type"]
    _cors.add_response_headers(ReadableRequest(environ), response)
    added = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in response.items()
    ]
    return answer._replace(headers=[*answer.headers, *added])

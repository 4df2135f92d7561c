"""Problem documents for requests that are refused before Django."""

import json

from api_kit.openapi import PROBLEM_JSON, document
from api_kit.problems import REQUEST, Problem
from games.api.feeds.exchange import WholeResponse
from games.api.problems import PROBLEMS
from gofish_api.observability import metrics

TOO_LARGE = REQUEST["body_too_large"]
UNAVAILABLE = REQUEST["unavailable"]
TOO_MANY_EXPORTS = PROBLEMS["too_many_streams"]
TOO_SLOW = Problem(
    "body_timeout", 408, "The body arrived too slowly", "Send the whole body within ten seconds."
)
FULL = "Too many requests of this kind are waiting. Nothing was changed. Try again later."


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

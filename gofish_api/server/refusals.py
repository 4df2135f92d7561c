"""Problem documents for requests that are refused before Django."""

import json
from wsgiref.types import WSGIEnvironment

from django.http import HttpResponse

from api_kit.endpoint import ReadableRequest
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.problems import PROBLEMS
from api_kit.refusals import ServiceRefusal
from games.live.exchange import WholeResponse
from gofish_api.api.problem_handler import headers_of
from gofish_api.middleware.other_origins import OtherOrigins
from gofish_api.observability import metrics

_cors = OtherOrigins(lambda request: HttpResponse())


class Disconnected(Exception):
    """The client disconnected before the answer."""


def answer_to(refusal: ServiceRefusal, environ: WSGIEnvironment) -> WholeResponse:
    """Return the problem document, with the headers of CORS that Django would add; the connection
    closes after it.

    Without them a browser hides from a page of another origin why its request failed.
    """
    problem = PROBLEMS[refusal.code]
    metrics.REFUSALS.labels(problem.code).inc()
    content = json.dumps(document(problem)).encode()
    headers = {"Content-Length": str(len(content)), "Connection": "close"}
    headers |= headers_of(refusal, problem)
    response = HttpResponse(content_type=PROBLEM_JSON, headers=headers)
    _cors.add_response_headers(ReadableRequest(environ), response)
    fields = [(name.lower().encode(), text.encode("latin-1")) for name, text in response.items()]
    return WholeResponse(problem.status, fields, content)

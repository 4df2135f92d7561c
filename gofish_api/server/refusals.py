"""Problem documents for requests that are refused before Django."""

import json
from wsgiref.types import WSGIEnvironment

from django.http import HttpResponse

from api_kit.endpoint import ReadableRequest
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.problems import REQUEST, Problem
from games.api.feeds.exchange import WholeResponse
from gofish_api.middleware.other_origins import OtherOrigins
from gofish_api.observability import metrics

RETRY_SECONDS = 2
TOO_LARGE = REQUEST["body_too_large"]
UNAVAILABLE = REQUEST["unavailable"]
TOO_SLOW = Problem(
    "body_timeout", 408, "The body arrived too slowly", "Send the whole body within ten seconds."
)

_cors = OtherOrigins(lambda request: HttpResponse())


class Disconnected(Exception):
    """The client disconnected before the answer."""


class Refused(Exception):
    """The front refuses the request; the connection closes after the answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem

    def answer(self, environ: WSGIEnvironment) -> WholeResponse:
        """Return the problem document, with the headers of CORS that Django would add.

        Without them a browser hides from a page of another origin why its request failed.
        """
        metrics.REFUSALS.labels(self.problem.code).inc()
        content = json.dumps(document(self.problem)).encode()
        headers = {"Content-Length": str(len(content)), "Connection": "close"}
        if self.problem is UNAVAILABLE:
            headers["Retry-After"] = str(RETRY_SECONDS)
        response = HttpResponse(content_type=PROBLEM_JSON, headers=headers)
        _cors.add_response_headers(ReadableRequest(environ), response)
        fields = [
            (name.lower().encode(), text.encode("latin-1")) for name, text in response.items()
        ]
        return WholeResponse(self.problem.status, fields, content)

"""Limit `serve_api` workers to one request at a time that is not light.

Such a request occupies a thread that could serve moves, so further ones are refused at once. In
production the proxy sends them to `serve` (`ops/nginx`).
"""

from collections.abc import Iterable
from http import HTTPStatus
from threading import Lock
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from api_kit.costs import Cost
from gofish_api.server.limits.early_problems import FULL, UNAVAILABLE, for_pages, refusal
from gofish_api.server.limits.lanes import RETRY_SECONDS
from gofish_api.server.limits.request_cost import cost_of, method_of


class ConcurrencyLimit:
    """A WSGI application that answers one request at a time that is not light."""

    def __init__(self, wsgi: WSGIApplication) -> None:
        self._wsgi = wsgi
        self._turn = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer the request, or refuse it with 503."""
        environ["REQUEST_METHOD"] = method_of(environ["REQUEST_METHOD"])
        if cost_of(environ["REQUEST_METHOD"], environ["PATH_INFO"]) == Cost.LIGHT:
            return self._wsgi(environ, start_response)
        if not self._turn.acquire(blocking=False):
            return _refuse(environ, start_response)
        try:
            answer = self._wsgi(environ, start_response)
            try:
                return list(answer)
            finally:
                if close := getattr(answer, "close", None):
                    close()
        finally:
            self._turn.release()


def _refuse(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    answer = for_pages(refusal(UNAVAILABLE, FULL, retry_after=RETRY_SECONDS), environ)
    status = HTTPStatus(answer.status)
    fields = [(name.decode(), value.decode()) for name, value in answer.headers]
    start_response(f"{status.value} {status.phrase}", fields)
    return [answer.body]

"""HTTP before Django: the cost of a request, and its exchange with WSGI."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, MutableMapping
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote_to_bytes
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver

from api_kit.endpoint import METHODS, Cost, Endpoint, ReadableRequest
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.problems import PROBLEMS
from api_kit.refusals import ServiceBusy, ServiceRefusal
from games.live.exchange import WholeResponse
from gofish_api.api.problem_handler import headers_of
from gofish_api.middleware import OtherOrigins
from gofish_api.observability import metrics

_NAME = re.compile(r"\(\?P<\w+>")


class Route(NamedTuple):
    """A path of the service: its full pattern, and its view class, or None for a function."""

    pattern: str
    view: type[Any] | None


def cost_of(method: str, path: str) -> Cost:
    """Return the cost class of a request by its method. Unknown paths are light."""
    if path.startswith(f"/{settings.ADMIN_PATH}"):
        return Cost.PASSWORD if method == "POST" and path.endswith("/login/") else Cost.HEAVY
    pattern, costs = _costly()
    match = pattern.fullmatch(path)
    if match is None or match.lastindex is None:
        return Cost.LIGHT
    return costs[match.lastindex - 1].cost_of(method)


def routes() -> Iterator[Route]:
    """Yield every route of the service except the admin's, which are heavy."""
    admin = settings.ADMIN_PATH
    for route in _routes(get_resolver().url_patterns, "/"):
        if not route.pattern.startswith((f"/{admin}", f"/{re.escape(admin)}")):
            yield route


@cache
def _costly() -> tuple[re.Pattern[str], list[type[Endpoint]]]:
    """Return a pattern with a group for each route that is not light, and the view of each
    group.
    """
    patterns, views = list[str](), list[type[Endpoint]]()
    for route in routes():
        view = route.view
        if view is None or not issubclass(view, Endpoint):
            continue
        if any(view.cost_of(method.upper()) != Cost.LIGHT for method in METHODS):
            patterns.append(f"({route.pattern})")
            views.append(view)
    return re.compile("|".join(patterns)), views


def _routes(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Route]:
    for node in patterns:
        own = _NAME.sub("(?:", node.pattern.regex.pattern)
        pattern = prefix + own.removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(node, URLResolver):
            yield from _routes(node.url_patterns, pattern)
        else:
            yield Route(pattern, getattr(node.callback, "cls", None))


Scope: TypeAlias = MutableMapping[str, Any]


def environ_of(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Return the environ of PEP 3333, with the actual length of the body."""
    root = scope.get("root_path", "")
    path = unquote_to_bytes(scope["raw_path"]).decode("latin-1").removeprefix(root)
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": path,
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        # `X_Real_Name` would look like `X-Real-Name`; the body is already decoded.
        if "_" in name or name in ("content-length", "transfer-encoding"):
            continue
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        separator = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def call(wsgi: WSGIApplication, environ: WSGIEnvironment) -> WholeResponse:
    """Run a request in this thread and return its whole response."""
    status, headers = "", list[tuple[str, str]]()
    content = bytearray()

    def start_response(line: str, fields: list[tuple[str, str]], _: Any = None) -> Any:
        nonlocal status, headers
        status, headers = line, fields
        return content.extend

    starter: StartResponse = start_response
    answer: Iterable[bytes] = wsgi(environ, starter)
    try:
        for chunk in answer:
            content += chunk
    finally:
        if close := getattr(answer, "close", None):
            close()  # sends request_finished
    # Django writes a space before a cookie, which strict servers refuse.
    fields = [
        (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
    ]
    return WholeResponse(int(status[:3]), fields, bytes(content))


_cors = OtherOrigins(lambda request: HttpResponse())


class Disconnected(Exception):
    """The client disconnected before the answer."""


def answer_to(error: BaseException, environ: WSGIEnvironment) -> WholeResponse:
    """Return the problem document, with the headers of CORS that Django would add; the connection
    closes after it. Any other error means that the server stops or has no thread left: 503.

    Without them a browser hides from a page of another origin why its request failed.
    """
    refusal = error if isinstance(error, ServiceRefusal) else ServiceBusy()
    problem = PROBLEMS[refusal.code]
    metrics.REFUSALS.labels(problem.code).inc()
    content = json.dumps(document(problem)).encode()
    headers = {"Content-Length": str(len(content)), "Connection": "close"}
    headers |= headers_of(refusal, problem)
    response = HttpResponse(content_type=PROBLEM_JSON, headers=headers)
    _cors.add_response_headers(ReadableRequest(environ), response)
    fields = [(name.lower().encode(), text.encode("latin-1")) for name, text in response.items()]
    return WholeResponse(problem.status, fields, content)

"""Convert an ASGI request to a WSGI environ, and run it to a whole response.

Problem documents for requests that are refused before Django.
"""

import json
import sys
from collections.abc import Iterable, MutableMapping
from io import BytesIO
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.http import HttpResponse

from api_kit.endpoint import ReadableRequest
from api_kit.openapi import PROBLEM_JSON, document
from api_kit.problems import PROBLEMS
from api_kit.refusals import ServiceRefusal
from games.live.exchange import WholeResponse
from gofish_api.api.problem_handler import headers_of
from gofish_api.middleware.api_requests import OtherOrigins
from gofish_api.observability import metrics

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

"""The pages of the web client: one HTML file at every path of the client."""

from functools import cache
from hashlib import sha256
from typing import NamedTuple

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from gofish_api import static_files
from gofish_api.settings.environment import client_paths

POLICY = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "connect-src": [SELF],
    "font-src": [SELF],
    "manifest-src": [SELF],
    "base-uri": [NONE],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
}
"""No inline scripts or styles, and nothing from another host."""
FRAMED = POLICY | {"frame-ancestors": ["*"]}
"""The policy of the one page that others may frame. It reads no token and sends no command."""
FRAMED_PATH = "embed/<str:id>"
PATHS = tuple(path for path in client_paths() if path not in ("", FRAMED_PATH))
"""The paths of the client except `/` and the page to frame."""
ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /embed/\nDisallow: /games/\nDisallow: /join\n"
"""Pages of games change with each move and are too many to index."""


class Shell(NamedTuple):
    """The page as bytes, and its ETag."""

    body: bytes
    etag: str


@csrf_exempt  # a wrong method gets 405
@require_safe
@csp(POLICY)
def page(request: HttpRequest, **_: str) -> HttpResponseBase:
    """Answer with the shell, which shows the view of its path."""
    return _answer(request)


@csrf_exempt  # a wrong method gets 405
@require_safe
@xframe_options_exempt
@csp(FRAMED)
def framed_page(request: HttpRequest, **_: str) -> HttpResponseBase:
    """Answer with the shell to a page of any site that shows a game in a frame."""
    return _answer(request)


@csp(POLICY)
def missing_page(_: HttpRequest) -> HttpResponse:
    """Answer for an unknown path: the shell, which has no view of it and shows a way back."""
    return HttpResponse(_shell().body, status=404, headers={"Cache-Control": "no-cache"})


@csrf_exempt  # a wrong method gets 405
@require_safe
def robots(_: HttpRequest) -> HttpResponse:
    """Say which paths search engines leave out."""
    return HttpResponse(ROBOTS, "text/plain; charset=utf-8")


def _answer(request: HttpRequest) -> HttpResponseBase:
    shell = _shell()
    # A new version brings another folder of files.
    headers = {"ETag": shell.etag, "Cache-Control": "no-cache"}
    response = HttpResponse(shell.body, headers=headers)
    return get_conditional_response(request, etag=shell.etag, response=response) or response


def _shell() -> Shell:
    return _collected() if settings.PRODUCTION else _rendered()


@cache
def _collected() -> Shell:
    return _rendered()


def _rendered() -> Shell:
    base = f"{settings.STATIC_URL}{static_files.served_prefix()}/"
    body = static_files.shell().read_text().replace("@app/", base).encode()
    return Shell(body, f'"{sha256(body).hexdigest()[:32]}"')

"""The index of the API, its plain pages, and the documents that tell apps how to get tokens.

The latter are those of RFC 8414 and RFC 9728. The plain pages are the index of the service and the
problem codes.
"""

from datetime import timedelta
from http import HTTPStatus
from typing import Annotated, TypedDict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.oauth_views import API_PATH, issuer_of
from accounts.oauth.authorizations import SCOPES
from accounts.oauth.devices import GRANT_TYPE
from api_kit.endpoint import Endpoint
from api_kit.problems import Problem
from games.play.api.schema import operations
from games.problems import PROBLEMS
from gofish_api import client_pages as web

operation = operations("service")

METHODS = ("GET", "POST")
BEGINNINGS = {
    "list_rulesets": ("GET", "/api/v1/rulesets"),
    "register_guest": ("POST", "/api/v1/accounts/guest"),
    "register": ("POST", "/api/v1/accounts"),
    "issue_token": ("POST", "/api/v1/tokens"),
    "read_me": ("GET", "/api/v1/me"),
    "list_games": ("GET", "/api/v1/games"),
    "create_game": ("POST", "/api/v1/games"),
    "enter_match": ("POST", "/api/v1/matches"),
    "stream_account": ("GET", "/api/v1/me/stream"),
    "verify_transcript": ("POST", "/api/v1/transcripts/verify"),
}


class Beginning(TypedDict):
    """An operation that needs nothing from other responses except a token."""

    id: Annotated[str, "The operation's `operationId` in the schema."]
    method: Annotated[str, METHODS]
    path: str


class EntryPoints(TypedDict):
    """The service and the paths of its parts on this server."""

    service: str
    version: Annotated[str, "Version of the API, which is part of every path."]
    rules: Annotated[str, "Presets, overlays and options."]
    manual: Annotated[str, "The documentation."]
    guide: Annotated[str, "How to write a bot."]
    docs: Annotated[str, "The operations, to try in a browser."]
    reference: Annotated[str, "The operations, to read."]
    schema: Annotated[str, "The OpenAPI schema."]
    problems: Annotated[str, "The problem codes and their meaning, as text."]
    operations: Annotated[list[Beginning], "Operations to call first."]


INDEX: EntryPoints = {
    "service": "Go Fish",
    "version": str(settings.SPECTACULAR_SETTINGS["VERSION"]),
    "rules": "/api/v1/rulesets",
    "manual": "/docs/",
    "guide": "/guide",
    "docs": "/api/docs",
    "reference": "/api/docs",
    "schema": "/api/schema",
    "problems": "/problems",
    "operations": [
        {"id": name, "method": method, "path": path} for name, (method, path) in BEGINNINGS.items()
    ],
}
OF_THE_API = ("service", "version", "rules", "operations")
PAGES = {name: each for name, each in INDEX.items() if name not in OF_THE_API}


class IndexView(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "read_index",
        "Show the entry points",
        "Paths of the schema, the documentation and the rules, and operations to call first.",
        answers={200: EntryPoints},
    )
    def get(self, request: Request) -> Response:
        return Response(INDEX)


PLAIN = "text/plain; charset=utf-8"
SECURITY_EXPIRES = timedelta(days=30)
"""How long a reader may keep the contacts: RFC 9116 recommends less than a year."""


@csrf_exempt  # a wrong method gets 405
@require_safe
@vary_on_headers("Accept")
def index(request: HttpRequest) -> HttpResponseBase:
    """Show browsers the game. Return to others the name of the service and its paths."""
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        return web.page(request)
    return JsonResponse({"service": INDEX["service"], "api": "/api/v1", **PAGES})


@csrf_exempt  # a wrong method gets 405
@require_safe
def security(_: HttpRequest) -> HttpResponse:
    """Say where to report vulnerabilities (RFC 9116), if ``SECURITY_CONTACT`` is set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.now() + SECURITY_EXPIRES
    lines = [f"Contact: {uri}" for uri in settings.SECURITY_CONTACT]
    return HttpResponse("\n".join([*lines, f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}", ""]), PLAIN)


@csrf_exempt  # a wrong method gets 405
@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """List the problem codes, one per line."""
    lines = (f"{p.status}  {p.code:<24}  {p.title}" for p in PROBLEMS.values())
    return HttpResponse("\n".join(lines) + "\n", PLAIN)


@csrf_exempt  # a wrong method gets 405
@require_safe
def problem(request: HttpRequest, code: str) -> HttpResponse:
    """Explain a code, at the path in the ``type`` of problem documents."""
    if code not in PROBLEMS:
        raise Http404
    return HttpResponse(_explain(PROBLEMS[code]), PLAIN)


def _explain(problem: Problem) -> str:
    status = HTTPStatus(problem.status)
    return (
        f"{problem.title}\n\n{problem.meaning}\n\n"
        f"code    {problem.code}\nstatus  {status.value} {status.phrase}\n"
    )


HEADERS = {"Cache-Control": "public, max-age=3600", "Vary": "Host"}


@csrf_exempt  # a wrong method gets 405
@require_safe
def authorization_server(request: HttpRequest) -> JsonResponse:
    """Describe the authorization server."""
    issuer = issuer_of(request)
    return JsonResponse(
        {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}{API_PATH}/oauth/token",
            "device_authorization_endpoint": f"{issuer}{API_PATH}/oauth/device",
            "revocation_endpoint": f"{issuer}{API_PATH}/oauth/revoke",
            "scopes_supported": SCOPES,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", GRANT_TYPE],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
            "client_id_metadata_document_supported": True,
            "service_documentation": f"{issuer}/docs/api/apps",
        },
        headers=HEADERS,
    )


@csrf_exempt  # a wrong method gets 405
@require_safe
def protected_resource(request: HttpRequest) -> JsonResponse:
    """Describe the API as a resource that needs tokens."""
    issuer = issuer_of(request)
    return JsonResponse(
        {
            "resource": f"{issuer}{API_PATH}",
            "authorization_servers": [issuer],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": ["header"],
            "resource_name": "Go Fish",
            "resource_documentation": f"{issuer}/docs/api/apps",
        },
        headers=HEADERS,
    )

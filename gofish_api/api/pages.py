"""Plain pages outside of the API: the index of the service and the problem codes."""

from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from api_kit.problems import Problem
from games.play.api.problems import PROBLEMS
from gofish_api.api.index import PAGES
from gofish_api.web import views as web

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
    return JsonResponse({"service": "Go Fish", "api": "/api/v1", **PAGES})


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

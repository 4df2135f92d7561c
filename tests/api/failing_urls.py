"""Paths that fail in every way that an operation can fail."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.refusals import LockedOut, UsernameTaken
from games.engine.refusals import NotYourTurn, OptionError, RankNotHeld, RulesRefused
from gofish_api import urls
from gofish_api.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

FAILURES: dict[str, Exception] = {
    "bug": RuntimeError("the password is swordfish"),
    "busy": OperationalError("database is locked"),
    "gone": InterfaceError("connection already closed"),
    "cut": InternalError("received 2 results from command 'COMMIT'"),
    "forbidden": PermissionDenied(),
    "missing": Http404("No Game matches the given query."),
    "too-big": RequestDataTooBig(),
    "suspicious": SuspiciousOperation(),
    "taken": UsernameTaken("Ann is taken."),
    "locked": LockedOut("Wait.", retry_after=30),
    "turn": NotYourTurn("Seat 2 is to ask."),
    "rank": RankNotHeld("You hold no seven."),
    "rules": RulesRefused(
        (
            OptionError("hand/size", "unknown_option", "There is no option hand/size."),
            OptionError("overlays/0", "unknown_overlay", "There is one overlay."),
        )
    ),
}


def _view(failure: Exception) -> Callable[..., Any]:
    class Failing(APIView):
        authentication_classes = ()
        permission_classes = (AllowAny,)

        def get(self, request: Request) -> Response:
            raise failure

    return Failing.as_view()


def outside(request: HttpRequest) -> HttpResponse:
    """Fail outside API views, as middleware would."""
    raise FAILURES[request.GET["as"]]


urlpatterns = [
    *(path(f"api/failing/{name}", _view(failure)) for name, failure in FAILURES.items()),
    path("api/outside", outside),
    path("outside", outside),
    *urls.urlpatterns,
]

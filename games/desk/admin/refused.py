"""Show refusals of the domain as pages of the desk, as the problem handler does for the API."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from games.play.refusals import REFUSALS

STATUSES = {"forbidden": 403, "not_found": 404}
"""The statuses of kinds of refusals; the others are conflicts."""

View = TypeVar("View", bound=Callable[..., HttpResponse])


def shows_refusals(view: View) -> View:
    """Decorate a view of the desk to answer a refusal with a page that shows its message.

    The status is 403 if the account may not do this at all, 404 if nothing is there, else 409.
    """

    @wraps(view)
    def answering(pages: Any, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(pages, request, *args, **named)
        except REFUSALS as refusal:
            context = admin.site.each_context(request) | {
                "title": "This action is not possible",
                "refusal": refusal,
                "back": _page_before(request, named),
            }
            return TemplateResponse(
                request, "desk/refused.html", context, status=STATUSES.get(refusal.kind, 409)
            )

    return answering  # type: ignore[return-value]  # same signature as the view


def _page_before(request: HttpRequest, named: Mapping[str, Any]) -> str:
    """Return the page to go back to: that of the player or the dispute after one of the actions,
    which only take POST.
    """
    if "account_id" in named:
        return reverse("admin:disputes_player", args=[named["account_id"]])
    if "dispute_id" in named:
        return reverse("admin:disputes_dispute_change", args=[named["dispute_id"]])
    return request.path

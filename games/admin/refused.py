"""Show refusals of the domain as pages of the desk, as the problem handler does for the API."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from games.disputes.refusals import NotPermitted, ReviewerInvolved
from games.engine.refusals import Refusal

View = TypeVar("View", bound=Callable[..., HttpResponse])


def shows_refusals(view: View) -> View:
    """Decorate a view of the desk to answer a refusal with a page that shows its message.

    The status is 403 if the account may not do this at all, else 409.
    """

    @wraps(view)
    def answering(pages: Any, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(pages, request, *args, **named)
        except Refusal as refusal:
            is_barred = isinstance(refusal, NotPermitted | ReviewerInvolved)
            context = admin.site.each_context(request) | {
                "title": "This action is not possible",
                "refusal": refusal,
                "back": _page_before(request, named),
            }
            return TemplateResponse(
                request, "desk/refused.html", context, status=403 if is_barred else 409
            )

    return answering  # type: ignore[return-value]  # same signature as the view


def _page_before(request: HttpRequest, named: Mapping[str, Any]) -> str:
    """Return the page to go back to: the dispute's after one of its actions, which only take POST."""
    if "dispute_id" in named:
        return reverse("admin:disputes_dispute_change", args=[named["dispute_id"]])
    return request.path

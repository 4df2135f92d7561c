"""Refusals of the domain as pages of the desk: one place, as the problem handler is for the API."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.disputes.refusals import NotPermitted, ReviewerInvolved
from games.engine.refusals import Refusal

View = TypeVar("View", bound=Callable[..., HttpResponse])


def shows_refusals(view: View) -> View:
    """Let a view of the desk answer a refusal with a page that says the fact."""

    @wraps(view)
    def answering(pages: Any, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(pages, request, *args, **named)
        except Refusal as refusal:
            is_barred = isinstance(refusal, NotPermitted | ReviewerInvolved)
            context = admin.site.each_context(request) | {
                "title": "This cannot be done",
                "refusal": refusal,
            }
            return TemplateResponse(
                request, "desk/refused.html", context, status=403 if is_barred else 409
            )

    return answering  # type: ignore[return-value]  # it takes what the view takes

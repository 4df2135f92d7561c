"""Dismiss the selected disputes of the list with one reason."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from accounts.selection import CheckedSelection
from games.desk import bulk_dismissal, claiming
from games.desk.admin import visible_cards
from games.desk.bulk_dismissal import MOST_AT_ONCE, Dismissal
from games.desk.models import Dispute
from games.desk.templates import TEMPLATES


class DismissalForm(forms.Form):
    """The reason for which disputes are dismissed."""

    template = forms.ChoiceField(
        label="Template of reasons",
        required=False,
        choices=[("", "no template"), *TEMPLATES.items()],
        help_text="The parties can read the reasons. Choose a template, write your own, or both.",
    )
    reasons = forms.CharField(
        label="Reasons in your own words",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Placeholders: {seat} for the seat complained of, {move} for the disputed move.",
    )
    is_bad_faith = forms.BooleanField(
        label="These complaints were not filed in good faith",
        required=False,
        help_text="Shown on the page of the complainant, and in their export of personal data.",
    )

    def clean(self) -> dict[str, Any]:
        """Check that there are reasons."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and not cleaned["template"] and not cleaned["reasons"].strip():
            self.add_error(
                "reasons", "A ruling needs reasons. Choose a template, write your own, or both."
            )
        return cleaned


class BulkActions(CheckedSelection):
    """The action on selected disputes."""

    actions = ("dismiss",)

    def has_review_permission(self, request: HttpRequest) -> bool:
        """Return whether the reader may rule on disputes."""
        return visible_cards.account_of(request).has_perm(claiming.PERMISSION)

    @admin.action(description="Dismiss the selected disputes", permissions=["review"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> HttpResponse | None:
        """Ask for the reason; dismiss the selected disputes if it is given."""
        disputes = list(queryset[: MOST_AT_ONCE + 1])
        if len(disputes) > MOST_AT_ONCE:
            self.message_user(request, f"Select at most {MOST_AT_ONCE}.", messages.ERROR)
            return None
        is_sent = "apply" in request.POST
        form = DismissalForm(request.POST if is_sent else None)
        if not form.is_valid():
            return self._form(request, disputes, form)
        done = bulk_dismissal.dismiss(
            disputes,
            visible_cards.account_of(request),
            reasons=form.cleaned_data["reasons"],
            template=form.cleaned_data["template"],
            is_bad_faith=form.cleaned_data["is_bad_faith"],
            now=timezone.now(),
        )
        self._tell(request, done, missing=_missing(request, disputes))
        return None

    def _tell(self, request: HttpRequest, done: list[Dismissal], *, missing: int) -> None:
        """Say how many were dismissed, which were not, and why."""
        refused = [dismissal for dismissal in done if dismissal.refusal]
        dismissed = len(done) - len(refused)
        self.message_user(request, f"Dismissed: {dismissed} of {len(done) + missing}.")
        for dismissal in refused:
            address = reverse("admin:disputes_dispute_change", args=[dismissal.dispute.pk])
            text = format_html(
                'Dispute <a href="{}">{}</a> was not dismissed. {}',
                address,
                dismissal.dispute.public_id,
                dismissal.refusal,
            )
            self.message_user(request, text, messages.WARNING)
        if missing:
            are = "dispute is" if missing == 1 else "disputes are"
            gone = f"{missing} selected {are} not in this list any more, and not dismissed."
            self.message_user(request, gone, messages.WARNING)

    def _form(
        self, request: HttpRequest, disputes: list[Dispute], form: DismissalForm
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": f"Dismiss {len(disputes)} disputes",
            "crumbs": [
                {"title": "Disputes", "url": reverse("admin:disputes_dispute_changelist")},
            ],
            "disputes": disputes,
            "checkbox": ACTION_CHECKBOX_NAME,
            "form": form,
        }
        return TemplateResponse(request, "desk/dismiss.html", context)


def _missing(request: HttpRequest, disputes: list[Dispute]) -> int:
    """Return how many selected disputes the list no longer has."""
    selected = set(request.POST.getlist(ACTION_CHECKBOX_NAME))
    return max(0, len(selected) - len(disputes))  # "select all" sends fewer than it selects

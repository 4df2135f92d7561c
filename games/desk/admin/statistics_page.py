"""The page with the statistics of the desk, as tables and a plot."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from games.desk import workload
from games.desk.admin import shared
from games.desk.admin.shared import (
    shows_refusals,
)
from games.desk.claiming import PERMISSION
from games.desk.workload import Week

HEIGHT = 100
"""Height of the plot, in its own units."""


class Bars(NamedTuple):
    """The two bars of a week in the plot."""

    week: Week
    filed: int
    ruled: int
    left: int


class StatisticsPage(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """The page that the desk adds to those of disputes for its statistics."""

    def get_urls(self) -> list[URLPattern]:
        """Add the URL of the statistics."""
        view = self.admin_site.admin_view(self.statistics)
        return [path("statistics/", view, name="disputes_statistics"), *super().get_urls()]

    @shows_refusals
    def statistics(self, request: HttpRequest) -> HttpResponse:
        """Show the statistics."""
        reader = shared.account_of(request)
        if not reader.has_perm(PERMISSION):
            raise PermissionDenied
        figures = workload.read(reader, now=timezone.now())
        context = {
            **self.admin_site.each_context(request),
            "title": "Statistics of the desk",
            "crumbs": [
                {"title": "Disputes", "url": reverse("admin:disputes_dispute_changelist")},
            ],
            "statistics": figures,
            "bars": _bars(figures.weeks),
            "weeks": workload.WEEKS,
            "most": workload.MOST_REPORTERS,
            "most_rows": workload.MOST_ROWS,
        }
        return TemplateResponse(request, "desk/statistics.html", context)


def _bars(weeks: Sequence[Week]) -> list[Bars]:
    highest = max(max(week.filed, week.ruled) for week in weeks) or 1
    return [
        Bars(
            week,
            filed=round(HEIGHT * week.filed / highest),
            ruled=round(HEIGHT * week.ruled / highest),
            left=40 * number,
        )
        for number, week in enumerate(weeks)
    ]

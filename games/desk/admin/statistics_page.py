"""The audit log in the admin, read-only: accesses to hidden cards, claims, rulings and exports.

The page with the statistics of the desk, as tables and a plot.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.registration import owner_and_bots
from games.desk import involvement, workload
from games.desk.admin import shared
from games.desk.admin.shared import (
    ListedFiltersOnly,
    ReadOnly,
    SearchedById,
    shows_refusals,
    visible_text,
)
from games.desk.claiming import PERMISSION
from games.desk.models import Kind, Ruling
from games.desk.workload import Week
from games.play.models import SECOND_FACTOR_ACTIONS, Action, AuditEntry


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly, ListedFiltersOnly, SearchedById):
    """The list and the page of audit entries, newest first."""

    list_display = ("at", "actor", "done", "about", "move", "reason")
    list_filter = ("action",)
    list_select_related = ("actor", "game", "dispute", "player")
    search_fields = ("actor__username", "player__username")
    id_fields = ("game", "dispute")
    search_help_text = "Search by part of a reviewer's or a player's username, or by the id of a game or a dispute."
    fields = ("at", "actor", "done", "about", "move", "reason")
    ordering = ("-pk",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """Annotate rulings; defer seeds; exclude games in which the reader is involved."""
        rulings = Ruling.all_given.filter(
            dispute=OuterRef("dispute"), reviewer=OuterRef("actor"), at=OuterRef("at")
        )
        entries: QuerySet[AuditEntry] = super().get_queryset(request)
        reader = shared.account_of(request)
        entries = involvement.exclude_involved(entries, reader)
        # Without those on the reader, who would learn of a case about them.
        entries = entries.exclude(
            ~Q(action__in=SECOND_FACTOR_ACTIONS), player__in=owner_and_bots(reader)
        )
        return entries.defer("game__seed", "game__rules").annotate(
            ruled=Subquery(rulings.values("kind")[:1])
        )

    @admin.display(description="action", ordering="action")
    def done(self, entry: AuditEntry) -> str:
        """Return the action, with the kind of ruling if it was one."""
        label = entry.get_action_display()
        ruled: str | None = entry.ruled  # type: ignore[attr-defined]  # annotated above
        if entry.action != Action.RULED or ruled is None:
            return label
        return f"{label}: {Kind(ruled).label}"

    @admin.display(description="about")
    def about(self, entry: AuditEntry) -> SafeString:
        """Link to the dispute, or to the game; name the player if it is about one."""
        if entry.player is not None:
            return format_html("player {}", entry.player)
        if entry.dispute is not None:
            address = reverse("admin:disputes_dispute_change", args=[entry.dispute.pk])
            return format_html('<a href="{}">{}</a>', address, entry.dispute)
        address = reverse("admin:games_game_board", args=[entry.game_id])
        return format_html('<a href="{}">game {}</a>', address, entry.game)

    @admin.display(description="why")
    def reason(self, entry: AuditEntry) -> SafeString:
        """Return the reason, with signs for invisible characters."""
        return visible_text(entry.why)


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

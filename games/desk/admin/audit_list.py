"""The audit log in the admin, read-only: accesses to hidden cards, claims, rulings and exports."""

from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.registration import owner_and_bots
from games.desk import involvement
from games.desk.admin import shared
from games.desk.admin.shared import ListedFiltersOnly, ReadOnly, SearchedById, visible_text
from games.desk.models import Kind, Ruling
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
        # Nor those about the reader, who would otherwise learn of a case against them.
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

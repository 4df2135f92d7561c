"""The list of disputes, and its action that dismisses the selected ones with one reason."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.views.main import ChangeList
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from accounts.admin import CheckedSelection
from accounts.models import User
from games.data import narration
from games.desk import bulk_dismissal, claiming, involvement, players, workload
from games.desk.admin import shared
from games.desk.admin.filters import ALL_STATES, FILTERS, STATES, WAITING_STATE
from games.desk.admin.ruling_form import ReasonsForm
from games.desk.admin.shared import SearchedById, player_link, seat_links
from games.desk.bulk_dismissal import MOST_AT_ONCE, Dismissal
from games.desk.models import WAITING, Dispute


class BulkActions(CheckedSelection):
    """The action on selected disputes."""

    actions = ("dismiss",)

    def has_review_permission(self, request: HttpRequest) -> bool:
        return shared.account_of(request).has_perm(claiming.PERMISSION)

    @admin.action(description="Dismiss the selected disputes", permissions=["review"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> HttpResponse | None:
        """Ask for the reason; dismiss the selected disputes if it is given."""
        disputes = list(queryset[: MOST_AT_ONCE + 1])
        if len(disputes) > MOST_AT_ONCE:
            self.message_user(request, f"Select at most {MOST_AT_ONCE}.", messages.ERROR)
            return None
        is_sent = "apply" in request.POST
        form = ReasonsForm(request.POST if is_sent else None)
        if not form.is_valid():
            return self._form(request, disputes, form)
        done = bulk_dismissal.dismiss(
            disputes,
            shared.account_of(request),
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
        self, request: HttpRequest, disputes: list[Dispute], form: ReasonsForm
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


FORM_FIELDS = [each.parameter_name for each in FILTERS if each.parameter_name != "state"]
"""The parameters of the form of filters; the states are links above it too."""

OLDEST_OF_GAME = Subquery(
    Dispute.objects.filter(game=OuterRef("game"), status__in=WAITING)
    .order_by("id")
    .values("id")[:1]
)
"""The id of the oldest dispute that waits about the same game."""


class Queue(ChangeList):
    """A page of disputes, with the counts of all their parties fetched at once."""

    def get_results(self, request: HttpRequest) -> None:
        """Fetch the page, then the counts of its complainants and accused."""
        super().get_results(request)
        disputes: list[Dispute] = list(self.result_list)
        complainants = {dispute.complainant_id for dispute in disputes}
        accused = {each.accused_id for each in disputes if each.accused_id is not None}
        counts = players.counts_by_account(
            complainants | accused, reader=shared.account_of(request)
        )
        for dispute in disputes:
            # for the columns below
            dispute.counts = counts  # type: ignore[attr-defined]
            dispute.reader = shared.account_of(request)  # type: ignore[attr-defined]
        self.result_list = disputes


class DisputeList(BulkActions, SearchedById):
    """The list of disputes: appeals first, then the oldest, with others about the same game.

    Shows waiting ones by default.
    """

    change_list_template = "desk/queue.html"
    list_display = (
        "complainant_counts",
        "accused_counts",
        "why",
        "age",
        "state",
        "preset",
        "players",
        "dispute",
    )
    list_display_links = ("why",)
    list_filter = FILTERS
    show_facets = admin.ShowFacets.NEVER
    search_fields = ("complainant__username", "game__seats__account__username")
    id_fields = ("pk", "game")
    search_help_text = "Search by the id of a dispute or a game, or by part of a player's username."
    show_full_result_count = False
    list_per_page = 50

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Queue

    def get_ordering(self, request: HttpRequest) -> tuple[str | Subquery, ...]:
        """Return the order: of those that wait, all of a game follow its oldest one.

        Not in a search, which Django makes DISTINCT: PostgreSQL then orders by selected columns.
        """
        waits = request.GET.get("state", "") in ("", WAITING_STATE, "free")
        if waits and not request.GET.get("q"):
            return ("status", OLDEST_OF_GAME, "id")
        return ("status", "id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        """Join games and accounts; defer seeds; exclude games in which the reader is involved."""
        disputes: QuerySet[Dispute] = super().get_queryset(request)
        disputes = involvement.exclude_involved(disputes, shared.account_of(request))
        return (
            disputes.select_related("game", "complainant", "accused", "reviewer")
            .defer("game__seed", "game__rules")
            .prefetch_related("game__seats__account")
        )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list with the counts of the desk, under the state that it shows."""
        state = request.GET.get("state") or WAITING_STATE
        state_text = "" if state == ALL_STATES else f": {STATES.get(state, state)}"
        reader = shared.account_of(request)
        context = {
            "title": f"Disputes{state_text}",
            "counts": workload.of_desk(reader, now=timezone.now()),
            "state": state,
            "is_filtered": any(request.GET.get(name) for name in FORM_FIELDS),
        }
        return super().changelist_view(request, context | (extra_context or {}))

    @admin.display(description="dispute", ordering="id")
    def dispute(self, dispute: Dispute) -> str:
        return dispute.public_id

    @admin.display(description="reason", ordering="reason")
    def why(self, dispute: Dispute) -> str:
        return dispute.get_reason_display()

    @admin.display(description="state", ordering="status")
    def state(self, dispute: Dispute) -> str:
        """Return the claim, or the status if there is none."""
        if claiming.is_claimed(dispute, now=timezone.now()):
            return f"claimed by {dispute.reviewer}"
        return dispute.get_status_display()

    @admin.display(description="filed", ordering="filed_at")
    def age(self, dispute: Dispute) -> str:
        return f"{timesince(dispute.filed_at, depth=1)} ago"

    @admin.display(description="rules", ordering="game__preset")
    def preset(self, dispute: Dispute) -> str:
        return narration.rules_title(dispute.game.preset, dispute.game.overlays)

    @admin.display(description="complainant")
    def complainant_counts(self, dispute: Dispute) -> SafeString:
        return _with_counts(dispute, dispute.complainant)

    @admin.display(description="accused")
    def accused_counts(self, dispute: Dispute) -> SafeString | str:
        if dispute.accused is None:
            return "none"
        return _with_counts(dispute, dispute.accused)

    @admin.display(description="players, by seat")
    def players(self, dispute: Dispute) -> SafeString:
        return seat_links(dispute.game.seats.all(), _reader(dispute))


def _with_counts(dispute: Dispute, account: User) -> SafeString:
    record = dispute.counts[account.pk]  # type: ignore[attr-defined]
    return format_html(
        '{}<br><span class="quiet">{} filed, {} against</span>',
        player_link(account, _reader(dispute)),
        record.filed,
        record.about,
    )


def _reader(dispute: Dispute) -> User:
    """Return the account for which the list was fetched."""
    reader: User = dispute.reader  # type: ignore[attr-defined]
    return reader

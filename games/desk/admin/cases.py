"""The page of a dispute: complaint, parties, board, evidence, claim and ruling."""

from typing import Any, NamedTuple

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.models import User
from games.desk import claiming, exporting, hidden_access, involvement, players, ruling, undoing
from games.desk.admin import board_pages, ruling_form, shared
from games.desk.admin.dispute_list import DisputeList
from games.desk.admin.player_pages import PlayerPages
from games.desk.admin.ruling_form import RulingForm
from games.desk.admin.shared import ListedFiltersOnly, ReadOnly, shows_refusals
from games.desk.admin.statistics_page import StatisticsPage
from games.desk.models import WAITING, Dispute, DisputeStatus, Ruling
from games.desk.players import DisputeCounts
from games.log import head_reader
from games.log.models import GameStatus, Seat
from games.log.refusals import REFUSALS

MOST_WHY = 1_000
"""Maximum length of the reason for an export."""


class Party(NamedTuple):
    """A player of the disputed game. A built-in bot has no account, so its ``record`` is None."""

    seat: Seat
    record: DisputeCounts | None
    role: str


@admin.register(Dispute)
class DisputeAdmin(ReadOnly, ListedFiltersOnly, DisputeList, PlayerPages, StatisticsPage):
    """The list of disputes, and a page for each with its actions: claim, release, rule, export."""

    def get_urls(self) -> list[URLPattern]:
        actions = (
            ("claim", self.claim),
            ("release", self.release),
            ("rule", self.rule),
            ("undo", self.undo),
            ("export", self.export),
        )
        return [
            path(
                "claim-next/",
                self.admin_site.admin_view(require_POST(self.claim_next)),
                name="disputes_claim_next",
            ),
            *(
                path(
                    f"<int:dispute_id>/{name}/",
                    self.admin_site.admin_view(require_POST(view)),
                    name=f"disputes_dispute_{name}",
                )
                for name, view in actions
            ),
            *super().get_urls(),
        ]

    @shows_refusals
    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        dispute = self._find(request, object_id)
        now = timezone.now()
        shows_hidden = shared.shows_hidden(request, dispute.game, dispute=dispute, now=now)
        context = self._about(request, dispute)
        if not shows_hidden:
            reader = shared.account_of(request)
            context["access_obstacle"] = hidden_access.obstacle(dispute.game, reader, now=now)
        if shared.is_visible(dispute.game, shows_hidden=shows_hidden):
            context |= board_pages.page(
                request, dispute.game, shows_hidden=shows_hidden, dispute=dispute
            )
        if context["is_mine"]:
            try:
                context["form"] = _form(dispute)
            except REFUSALS as refusal:  # of a log that cannot be read
                context["no_ruling"] = refusal
        return TemplateResponse(request, "desk/case.html", context)

    @shows_refusals
    def claim(self, request: HttpRequest, dispute_id: int) -> HttpResponse:
        """Claim a dispute, or extend the claim."""
        dispute = self._find(request, dispute_id)
        claiming.claim(dispute, shared.account_of(request), now=timezone.now())
        messages.success(request, "You have claimed this dispute for one hour.")
        return redirect("admin:disputes_dispute_change", dispute.pk)

    def claim_next(self, request: HttpRequest) -> HttpResponse:
        """Claim the dispute that the reader could claim next."""
        reviewer = shared.account_of(request)
        if not reviewer.has_perm(claiming.PERMISSION):
            raise PermissionDenied
        dispute = claiming.next_free(reviewer, now=timezone.now())
        if dispute is None:
            messages.info(request, "No dispute waits that you can claim.")
            return redirect("admin:disputes_dispute_changelist")
        return self.claim(request, dispute.pk)

    @shows_refusals
    def release(self, request: HttpRequest, dispute_id: int) -> HttpResponse:
        """Release a claimed dispute; show the next one if this one is skipped."""
        dispute = self._find(request, dispute_id)
        now, reviewer = timezone.now(), shared.account_of(request)
        claiming.release(dispute, reviewer, now=now)
        following = claiming.next_free(reviewer, other_than=dispute, now=now)
        if "skip" in request.POST and following is not None:
            messages.success(request, "You have skipped a dispute. Other reviewers can claim it.")
            return redirect("admin:disputes_dispute_change", following.pk)
        messages.success(
            request, "You have released this dispute. Other reviewers can claim it now."
        )
        return redirect("admin:disputes_dispute_change", dispute.pk)

    @shows_refusals
    def rule(self, request: HttpRequest, dispute_id: int) -> HttpResponse:
        """Preview a ruling; give it if it is confirmed."""
        dispute = self._find(request, dispute_id)
        claiming.check_claimed(dispute, shared.account_of(request), now=timezone.now())
        claiming.check_may_review(dispute, shared.account_of(request))
        form = _form(dispute, request.POST)
        if form.is_valid() and "confirm" in request.POST:
            ruling.rule(
                dispute,
                shared.account_of(request),
                form.verdict,
                reasons=form.cleaned_data["reasons"],
                template=form.cleaned_data["template"],
                now=timezone.now(),
            )
            messages.success(
                request, "The ruling is recorded. The players concerned were notified."
            )
            return redirect("admin:disputes_dispute_change", dispute.pk)
        context = self._about(request, dispute) | {
            "form": form,
            "preview": form.preview if "change" not in request.POST else None,
            "title": f"Ruling on dispute {dispute.public_id}",
        }
        return TemplateResponse(request, "desk/ruling.html", context)

    @shows_refusals
    def undo(self, request: HttpRequest, dispute_id: int) -> HttpResponse:
        """Undo the reader's own ruling."""
        dispute = self._find(request, dispute_id)
        undone = undoing.undo(dispute, shared.account_of(request), now=timezone.now())
        after = (
            "The complainant has closed their account, so the dispute is withdrawn."
            if undone.dispute.status == DisputeStatus.WITHDRAWN
            else "The dispute waits again, and you have claimed it."
        )
        messages.success(request, f"The ruling is undone. {after}")
        return redirect("admin:disputes_dispute_change", dispute.pk)

    @shows_refusals
    def export(self, request: HttpRequest, dispute_id: int) -> HttpResponse:
        """Download a dispute with its evidence as a JSON file."""
        dispute = self._find(request, dispute_id)
        why = request.POST.get("why", "").replace("\0", "")[:MOST_WHY]
        exported = exporting.export(
            dispute, shared.account_of(request), why=why, now=timezone.now()
        )
        name = f'attachment; filename="dispute-{dispute.public_id}.json"'
        return JsonResponse(exported, headers={"Content-Disposition": name})

    def _find(self, request: HttpRequest, dispute_id: str | int) -> Dispute:
        number = dispute_id if isinstance(dispute_id, int) else _number(dispute_id)
        if not self.has_view_permission(request):
            raise PermissionDenied
        disputes = Dispute.objects.select_related(
            "game", "complainant", "accused", "reviewer"
        ).filter(pk=number)
        # The same 404 for missing disputes and for those in which the reader is involved.
        dispute = involvement.exclude_involved(disputes, shared.account_of(request)).first()
        if dispute is None:
            raise Http404
        return dispute

    def _about(self, request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
        now = timezone.now()
        is_claimed = claiming.is_claimed(dispute, now=now)
        return {
            **self.admin_site.each_context(request),
            "title": f"Dispute {dispute.public_id}: {dispute.get_reason_display()}",
            "crumbs": [
                {"title": "Disputes", "url": reverse("admin:disputes_dispute_changelist")},
            ],
            "dispute": dispute,
            "game": dispute.game,
            "parties": _parties(dispute, shared.account_of(request)),
            "words": dispute.words.select_related("author"),
            "rulings": dispute.rulings.select_related("reviewer", "account"),
            "undone": Ruling.all_given.filter(
                dispute=dispute, undone_at__isnull=False
            ).select_related("reviewer"),
            "undo": ruling_form.undo_offer(dispute, shared.account_of(request), now=now),
            "next_free": claiming.next_free(shared.account_of(request), other_than=dispute, now=now)
            if request.user.has_perm(claiming.PERMISSION)
            else None,
            "is_claimed": is_claimed,
            "is_mine": is_claimed and dispute.reviewer_id == request.user.pk,
            "is_waiting": dispute.status in WAITING,
            "may_export": dispute.game.status == GameStatus.OVER
            and request.user.has_perm(exporting.PERMISSION),
            "may_review": request.user.has_perm(claiming.PERMISSION),
            "barred": claiming.obstacle(dispute, shared.account_of(request), now=now),
        }


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 19:
        raise Http404
    return min(int(text), 2**63 - 1)


def _parties(dispute: Dispute, reader: User) -> list[Party]:
    seats = list(Seat.objects.filter(game=dispute.game).select_related("account"))
    accounts = {seat.account_id for seat in seats if seat.account_id is not None}
    counts = players.counts_by_account(accounts, reader=reader)
    roles = {dispute.seat: "complainant", dispute.against: "accused"}
    return [
        Party(
            seat,
            None if seat.account_id is None else counts[seat.account_id],
            roles.get(seat.number, ""),
        )
        for seat in seats
    ]


def _form(dispute: Dispute, data: Any = None) -> RulingForm:
    state = head_reader.load(dispute.game_id).state
    scores = state.totals if state.series else state.result.scores if state.result else ()
    seats = Seat.objects.filter(game=dispute.game_id).select_related("account")
    names = {seat.number: seat.player for seat in seats}
    return RulingForm(
        data,
        dispute=dispute,
        names=[names.get(seat, "") for seat in range(state.seats)],
        scores=scores,
        is_over=state.is_over,
    )

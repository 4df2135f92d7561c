"""Filters of the list of disputes: by state, age, reason, preset and people."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import blocks, names
from accounts.models import User
from accounts.refusals import NoSuchPlayer
from games.desk.admin.games import PresetFilter
from games.desk.models import WAITING, Dispute, Reason, Ruling

WAITING_STATE = "waiting"
"""The state that is shown unless another is chosen."""
ALL_STATES = "all"
STATES = {
    WAITING_STATE: "waiting for a ruling",
    "free": "waiting, not claimed",
    "claimed": "claimed",
    "mine": "claimed by me",
    "appealed": "on appeal",
    "ruled": "ruled on",
    "withdrawn": "withdrawn",
    ALL_STATES: "all",
}
AGES = {
    "new": ("less than a day ago", timedelta(days=1)),
    "day": ("more than a day ago", timedelta(days=1)),
    "three_days": ("more than 3 days ago", timedelta(days=3)),
    "week": ("more than 7 days ago", timedelta(days=7)),
    "month": ("more than 30 days ago", timedelta(days=30)),
}


class ChoiceFilter(admin.SimpleListFilter):
    """A filter that the form of the list offers as choices."""

    is_text = False

    @property
    def chosen(self) -> str:
        """The value that is in effect."""
        return self.value() or ""


class StateFilter(ChoiceFilter):
    """Filter disputes by state and claim; waiting ones if no state is chosen."""

    title = "state"
    parameter_name = "state"

    @property
    def chosen(self) -> str:
        """The chosen state, or the one that is shown otherwise."""
        return self.value() or WAITING_STATE

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(STATES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        now = timezone.now()
        match self.chosen:
            case "waiting":
                return queryset.filter(status__in=WAITING)
            case "free":
                free = Q(claimed_until=None) | Q(claimed_until__lte=now)
                return queryset.filter(free, status__in=WAITING)
            case "claimed":
                return queryset.filter(claimed_until__gt=now)
            case "mine":
                return queryset.filter(claimed_until__gt=now, reviewer=request.user)
            case "all":
                return queryset
            case status:
                return queryset.filter(status=status)


class AgeFilter(ChoiceFilter):
    title = "filed"
    parameter_name = "age"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(code, label) for code, (label, _) in AGES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.chosen not in AGES:
            return queryset
        limit = timezone.now() - AGES[self.chosen][1]
        return queryset.filter(
            **{"filed_at__gt" if self.chosen == "new" else "filed_at__lte": limit}
        )


class ReasonFilter(ChoiceFilter):
    title = "reason"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(reason.value, str(reason.label)) for reason in Reason]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(reason=self.value()) if self.value() else queryset


class DisputedPresetFilter(PresetFilter, ChoiceFilter):
    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game__preset=self.value()) if self.value() else queryset


class PersonFilter(ChoiceFilter):
    """Filter disputes by a person, whose username is typed."""

    is_text = True
    longest = names.LONGEST_TYPED
    role = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return []

    def has_output(self) -> bool:
        """Return True: the form offers a text field."""
        return True

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the disputes with the person; none if no account has the username."""
        if not self.chosen.strip():
            return queryset
        try:
            account = blocks.by_username(self.chosen)
        except NoSuchPlayer:
            return queryset.none()
        return self.with_person(queryset, account)

    def with_person(self, queryset: QuerySet[Any], account: User) -> QuerySet[Any]:
        """Return the disputes with an account in the role of this filter."""
        return queryset.filter(**{self.role: account})


class ComplainantFilter(PersonFilter):
    title = role = "complainant"
    parameter_name = "filed_by"


class AccusedFilter(PersonFilter):
    title = role = "accused"
    parameter_name = "filed_against"


class ReviewerFilter(PersonFilter):
    title = "reviewer"
    parameter_name = "reviewed_by"

    def with_person(self, queryset: QuerySet[Any], account: User) -> QuerySet[Any]:
        ruled = Ruling.objects.filter(reviewer=account).order_by().values("dispute")
        claimed = Dispute.objects.filter(reviewer=account).values("pk")
        return queryset.filter(Q(pk__in=claimed) | Q(pk__in=ruled))


FILTERS = (
    StateFilter,
    AgeFilter,
    ReasonFilter,
    DisputedPresetFilter,
    ComplainantFilter,
    AccusedFilter,
    ReviewerFilter,
)

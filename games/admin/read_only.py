"""What the desk's lists have in common: nobody changes there what the log says, and how they are searched."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from games import ids


class ReadOnly:
    """For an admin or an inline: whoever may view may look, and that is all."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows come from play, complaints and rulings alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The tables must agree with the log."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """What happened stays."""
        return False


class ListedFiltersOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that is filtered by what it offers and by nothing else.

    Django lets an address filter by every column, so that a seed could be found by trying its digits.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow what the filters ask for; nothing holds a NUL, and PostgreSQL would not even look."""
        offered = {getattr(each, "parameter_name", each) for each in self.list_filter}
        return lookup.partition("__")[0] in offered and "\0" not in value


class SearchedById(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that is searched by names, as Django does it, and by the ids that people see of games and disputes."""

    id_fields: tuple[str, ...] = ("pk",)
    """What such an id may be of."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search by name, and by id where the term could be one."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        number = ids.from_text(search_term.strip())
        if number is None:
            return found, may_repeat
        matching = Q(pk__in=found.values("pk"))
        for field in self.id_fields:
            matching |= Q(**{field: number})
        return queryset.filter(matching), False

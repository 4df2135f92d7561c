"""Mixins of the desk's admin classes: read-only, restricted filters, search by public id."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from games.log import ids


class ReadOnly:
    """Deny add, change and delete, in an admin or an inline, so that tables agree with the log."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Deny: only commands, disputes and rulings add rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Deny."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Deny."""
        return False


class ListedFiltersOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that can be filtered only by its ``list_filter``.

    Django accepts lookups on other columns in the URL, which would reveal a seed digit by digit.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow lookups of the list's filters. Refuse a NUL, which is an error in PostgreSQL."""
        own = {getattr(each, "parameter_name", None) for each in self.list_filter}
        is_listed = lookup in own or lookup.partition("__")[0] in self.list_filter
        return is_listed and "\0" not in value


class SearchedById(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list that is searched by ``search_fields`` and by the public ids of games and disputes."""

    id_fields: tuple[str, ...] = ("pk",)
    """Fields that a public id is compared with."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search as Django does, and by id if the term is a valid public id."""
        rows, may_repeat = super().get_search_results(request, queryset, search_term)
        number = ids.from_text(search_term.strip())
        if number is None:
            return rows, may_repeat
        matching = Q(pk__in=rows.values("pk"))
        for field in self.id_fields:
            matching |= Q(**{field: number})
        return queryset.filter(matching), False

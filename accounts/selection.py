"""Actions of the admin on selected rows: a selection that names no rows is a bad request."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import BadRequest, ValidationError
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property

MAX_COUNTED = 10_000
"""Rows that a list of the admin counts, and so can show."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # generic in the stubs only
    """Pages of a large table, which is counted up to ``MAX_COUNTED`` rows."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, or the largest one that is counted."""
        rows: QuerySet[Any] = self.object_list  # type: ignore[assignment]  # the admin gives no list
        return rows.order_by()[:MAX_COUNTED].count()


class CheckedSelection(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A list whose actions take valid primary keys only. Django's own fail with an error of the
    database.
    """

    def response_action(  # type: ignore[override]  # the stubs are of a later Django
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        """Run the action.

        :raises BadRequest: if a selected value cannot be a primary key.
        """
        key = self.model._meta.pk
        for value in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                key.clean(value, None)
            except ValidationError:
                raise BadRequest("A selected row has an invalid key.") from None
            if "\0" in value:
                raise BadRequest("A selected row has an invalid key.")
        return super().response_action(request, queryset)

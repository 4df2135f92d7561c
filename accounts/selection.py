"""Actions of the admin on selected rows: a selection that names no rows is a bad request."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse


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

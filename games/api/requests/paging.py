"""Pages of lists, newest first."""

import re
from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit import ndjson

_POSITION = re.compile(r"[0-9]{1,19}")
"""A position in a cursor: the id of a game."""


class NewestFirst(CursorPagination):
    """Pages by descending id: newest first."""

    ordering = "-id"
    request: Request
    """Set by ``paginate_queryset``."""

    def __init__(self, *, page_size: int) -> None:
        self.page_size = page_size

    def get_paginated_response(self, data: Any) -> Response:
        """Return a page of JSON, or lines of which the last one names the next page."""
        if ndjson.is_accepted(self.request):
            return Response([*data, {"next": self.get_next_link()}])
        page: Response = super().get_paginated_response(data)
        return page

    def decode_cursor(self, request: Request) -> Any:
        """Read the position at which the page begins.

        :raises ValidationError: if it is not an id. DRF accepts any text.
        """
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise _invalid_cursor() from None
        if cursor and not _POSITION.fullmatch(str(cursor.position)):
            raise _invalid_cursor()
        return cursor


def _invalid_cursor() -> ValidationError:
    return ValidationError({"cursor": "Invalid cursor: take it from `next` or `previous`."})

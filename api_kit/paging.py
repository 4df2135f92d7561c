"""Pages of lists in the order of their ids, and lists as CSV."""

import csv
import io
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit import ndjson


class CSVRenderer(BaseRenderer):
    """Renders rows as comma-separated values (RFC 4180)."""

    media_type = "text/csv"
    format = "csv"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> str:
        """Return the rows. A refusal is rendered as JSON elsewhere."""
        text = io.StringIO()
        csv.writer(text).writerows(data or [])
        return text.getvalue()


_POSITION = re.compile(r"[0-9]{1,19}")
"""A position in a cursor: the id of a game."""
_PAGE_PARAMETERS = ("cursor", "limit", "expand")
"""Parameters that may differ between the pages of a list."""


class NewestFirst(CursorPagination):
    """Pages by descending id: newest first."""

    ordering = "-id"
    request: Request
    """Set by ``paginate_queryset``."""
    mark = ""
    """The end of every position in a cursor of this list."""

    def __init__(self, *, page_size: int) -> None:
        self.page_size = page_size

    def encode_cursor(self, cursor: Any) -> str:
        if cursor.position is not None:
            cursor = cursor._replace(position=f"{cursor.position}{self.mark}")
        address: str = super().encode_cursor(cursor)
        return address

    def get_paginated_response(self, data: Any) -> Response:
        """Return a page of JSON, or lines of which the last one names the next page."""
        if ndjson.is_accepted(self.request):
            return Response([*data, {"next": self.get_next_link()}])
        page: Response = super().get_paginated_response(data)
        return page

    def decode_cursor(self, request: Request) -> Any:
        """Read the position at which the page begins.

        :raises ValidationError: if it is not an id with the mark of this list. DRF accepts any
            text.
        """
        try:
            cursor: Any = super().decode_cursor(request)
        except NotFound:
            raise invalid_cursor() from None
        if cursor is None:
            return None
        position = str(cursor.position)
        number = position.removesuffix(self.mark)
        if not position.endswith(self.mark) or not _POSITION.fullmatch(number):
            raise invalid_cursor()
        return cursor._replace(position=number)


class QueryPages(NewestFirst):
    """Pages of a list with filters.

    A cursor is only valid for the filters and the order that it was made for.
    """

    def __init__(
        self,
        *,
        page_size: int,
        query: Mapping[str, Any],
        oldest_first: bool = False,
        column: str = "id",
    ) -> None:
        super().__init__(page_size=page_size)
        self.ordering = column if oldest_first else f"-{column}"
        self.mark = mark_of(query)


def mark_of(query: Mapping[str, Any]) -> str:
    """Return the end of the positions in cursors of a list with these filters and this order."""
    same = {name: value for name, value in query.items() if name not in _PAGE_PARAMETERS}
    content = orjson.dumps(same, option=orjson.OPT_SORT_KEYS)
    return f".{sha256(content).hexdigest()[:8]}"


def invalid_cursor() -> ValidationError:
    """Return the error of a cursor that no page of the list has named."""
    sentence = "Invalid cursor: take it from `next` or `previous`, with the same filters and order."
    return ValidationError({"cursor": sentence})

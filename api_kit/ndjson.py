"""Newline-delimited JSON: one value a line, so that a client reads a long answer piece by piece.

The type of the media is ``application/x-ndjson``. A list ends with a line of its own that names the
next page, so that a client notices an answer that was cut off.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

JSON = JSONRenderer.media_type
NDJSON = "application/x-ndjson"
KEEP_ALIVE = b"\n"
"""An empty line, which readers skip."""


class NDJSONRenderer(BaseRenderer):
    """Renders an iterable of JSON values, each as one line."""

    media_type = NDJSON
    format = "ndjson"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the lines, or no byte for an answer without data."""
        return b"" if data is None else b"".join(lines(data))


JSON_OR_LINES = (JSONRenderer, NDJSONRenderer)
"""The ``renderer_classes`` of a view that answers JSON by default, and lines on request."""


def line(value: Any) -> bytes:
    """Return a JSON value as one line."""
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def lines(values: Iterable[Any]) -> Iterator[bytes]:
    """Yield one line for each JSON value, at the pace of the values."""
    return map(line, values)


def is_accepted(request: Request) -> bool:
    """Return whether content negotiation chose lines for the answer."""
    return isinstance(request.accepted_renderer, NDJSONRenderer)

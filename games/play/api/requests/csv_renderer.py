"""Render rows as CSV."""

import csv
import io
from typing import Any

from rest_framework.renderers import BaseRenderer


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

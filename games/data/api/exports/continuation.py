"""Long exports: one request is answered in pieces, each a request of its own to Django.

A piece is bounded in games and bytes and ends with the cursor of the next. The server asks for the
next piece when the reader has taken the last one, so no process holds more than a piece.
"""

from typing import NamedTuple

import orjson

from api_kit import ndjson

AFTER = "gofish.export_after"
"""The key of the environment with the cursor of the next piece.

No header of a client can set it.
"""


class ExportPiece(NamedTuple):
    """A part of an export: its lines, and the cursor of the next piece, None for the last one."""

    lines: bytes
    next: str | None


def end(cursor: str | None) -> bytes:
    """Return the last line of an answer: where to continue, or None for the end of the export."""
    return ndjson.line({"next": cursor})


def read(body: bytes) -> ExportPiece:
    """Split the last line from the others."""
    start = body.rfind(b"\n", 0, -1) + 1
    return ExportPiece(body[:start], orjson.loads(body[start:])["next"])

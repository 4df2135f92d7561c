"""Parse transcripts, which are larger than other bodies, and describe their JSON Schema.

The OpenAPI schema describes the fields of events. An array has them in the order of
``games.engine.events`` and ``games.engine.commands``.
"""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from api_kit.parsers import check_coding
from games.engine import codec, shuffle, transcript
from games.engine.cards import CARD_TEXTS
from games.engine.options import MAX_SEATS, OPTIONS
from games.log import transcripts
from games.notation import syntax


class TranscriptParser(BaseParser):
    """Returns at most ``TRANSCRIPT_MAX_BYTES`` of JSON as bytes; another process parses them."""

    media_type = transcripts.MEDIA_TYPE

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the body.

        :raises UnsupportedMediaType: if it is compressed, or not in UTF-8.
        :raises RequestDataTooBig: if it is too long.
        """
        check_coding(media_type, parser_context)
        most = settings.TRANSCRIPT_MAX_BYTES
        body = stream.read(most + 1)
        if len(body) > most:
            raise RequestDataTooBig(f"A transcript has at most {most // 1024**2} MiB.")
        return body


class PlainTranscriptParser(TranscriptParser):
    """The same for a transcript that is sent as plain JSON."""

    media_type = "application/json"


class NotationParser(TranscriptParser):
    """The same for a notation (GFN)."""

    media_type = syntax.MEDIA_TYPE


_HEX_32 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_SEAT = {"type": "integer", "minimum": 0, "maximum": 5}
_ENTROPY = {
    "type": "string",
    "minLength": 1,
    "maxLength": shuffle.MAX_ENTROPY_LENGTH,
    "pattern": shuffle.ENTROPY_PATTERN,
}
_ENTRY = {
    "type": "object",
    "required": ["type"],
    "properties": {"type": {"type": "string"}, "card": {"enum": list(CARD_TEXTS)}},
}
_ARRAY = {
    "type": "array",
    "description": "The type, then the fields in their order; null for an absent one, and none at the end.",
    "prefixItems": [{"type": "string"}],
    "minItems": 1,
}


def _closed(
    properties: dict[str, Any], *, optional: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Describe an object with exactly these members and the optional ones."""
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties | (optional or {}),
    }


def _move(schema: dict[str, Any], command: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """Describe a move whose events are such entries."""
    return _closed(
        {
            "number": {"type": "integer", "minimum": 1},
            "seat": {"anyOf": [{"type": "null"}, _SEAT]},
            "at": {"type": "string", "format": "date-time"},
            "schema": schema,
            "command": command,
            "events": {"type": "array", "minItems": 1, "items": entry},
            "digest": _HEX_32,
        }
    )


_OBJECT_MOVE = _move(
    {"type": "integer", "minimum": 1, "maximum": codec.OBJECT_SCHEMA}, _ENTRY, _ENTRY
)
_ARRAY_MOVE = _move(
    {"type": "integer", "minimum": codec.OBJECT_SCHEMA + 1},
    {"anyOf": [{"type": "null"}, _ARRAY], "description": "Null if the first event implies it."},
    _ARRAY,
)

TRANSCRIPT_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Go Fish transcript",
    **_closed(
        {
            "format": {"const": transcript.FORMAT},
            "version": {"enum": list(transcript.VERSIONS)},
            "game": {"type": "string", "description": "The game's id on its server."},
            "preset": {"type": "string"},
            "overlays": {"type": "array", "items": {"type": "string"}},
            "seats": {
                "type": "array",
                "description": "The player of each seat; null for a closed account.",
                "items": _closed({"seat": _SEAT, "player": {"type": ["string", "null"]}}),
            },
            "rules": _closed(
                {}, optional={name: dict(option.schema) for name, option in OPTIONS.items()}
            )
            | {"description": "An option that is missing has its default."},
            "commitment": _HEX_32 | {"description": "SHA-256 commitment to the seed."},
            "seed": _HEX_32 | {"description": "The key of every shuffle, revealed."},
            "entropy": {
                "type": "array",
                "description": "At most one contribution per seat, in the order given: lobby seat and text.",
                "maxItems": MAX_SEATS,
                "items": {
                    "type": "array",
                    "prefixItems": [_SEAT, _ENTROPY],
                    "minItems": 2,
                    "maxItems": 2,
                },
            },
            "result": _ENTRY | {"description": "The game_over of the last deal."},
            "series": {"anyOf": [{"type": "null"}, _ENTRY]},
            "moves": {
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [_OBJECT_MOVE, _ARRAY_MOVE]},
            },
        },
        optional={
            "rulings": {
                "type": "array",
                "description": "All ruled events, if there are any; the last one of a case is in force.",
                "minItems": 1,
                "items": _ENTRY,
            },
            "annotations": {
                "type": "object",
                "description": "Any object, such as the names of the players; no digest covers it, so it "
                "proves nothing.",
            },
        },
    ),
    "if": {"properties": {"version": {"const": transcript.VERSIONS[0]}}},
    "then": {"properties": {"moves": {"items": _OBJECT_MOVE}}},
}

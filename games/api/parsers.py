"""Reading transcripts, which are larger than any other body."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class TranscriptParser(BaseParser):
    """JSON of at most ``TRANSCRIPT_MAX_BYTES``."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value that the body spells.

        :raises ParseError: the body is not JSON.
        :raises RequestDataTooBig: it is too long.
        """
        body = stream.read(settings.TRANSCRIPT_MAX_BYTES + 1)
        if len(body) > settings.TRANSCRIPT_MAX_BYTES:
            raise RequestDataTooBig("A transcript has at most 4 MiB.")
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise ParseError(f"The body is not JSON: {error}.") from None

"""Reading transcripts, which are larger than any other body."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from api_kit.parsers import check_coding


class TranscriptParser(BaseParser):
    """The text of at most ``TRANSCRIPT_MAX_BYTES`` of JSON, which another process reads."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the body.

        :raises UnsupportedMediaType: it is compressed, or not in UTF-8.
        :raises RequestDataTooBig: it is too long.
        """
        check_coding(media_type, parser_context)
        most = settings.TRANSCRIPT_MAX_BYTES
        body = stream.read(most + 1)
        if len(body) > most:
            raise RequestDataTooBig(f"A transcript has at most {most // 1024**2} MiB.")
        return body

"""Parse transcripts, which are larger than other bodies."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from api_kit.parsers import check_coding
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

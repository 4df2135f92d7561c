"""Reading request bodies: strict JSON of a bounded size, and nothing else."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class JSONParser(BaseParser):
    """JSON as RFC 8259 has it: UTF-8, no NaN, no lone surrogates, at most 1,024 levels deep."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value that the body spells.

        :raises ParseError: the body is not JSON.
        :raises RequestDataTooBig: it is longer than ``DATA_UPLOAD_MAX_MEMORY_SIZE``.
        """
        # HttpRequest.body observes the limit and keeps the bytes for a fingerprint, as read()
        # does not. A request whose body was read before comes here as a plain stream of it.
        body = getattr(stream, "body", None)
        if body is None:
            body = stream.read()
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise ParseError(f"The body is not JSON: {error}.") from None

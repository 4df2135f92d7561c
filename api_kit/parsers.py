"""Reading request bodies: strict JSON of a bounded size, and nothing else."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser

from accounts import strict_json
from accounts.strict_json import MemberTwice, NotJSON


class DuplicateMember(ParseError):
    """Parsers differ in which of the two they take, so what was meant is not clear."""


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
        :raises DuplicateMember: it leaves open what is meant.
        :raises UnsupportedMediaType: it is compressed, or not in UTF-8.
        :raises RequestDataTooBig: it is longer than ``DATA_UPLOAD_MAX_MEMORY_SIZE``.
        """
        check_coding(media_type, parser_context)
        # HttpRequest.body observes the limit and keeps the bytes for a fingerprint, as read()
        # does not. A request whose body was read before comes here as a plain stream of it.
        body = getattr(stream, "body", None)
        if body is None:
            body = stream.read()
        return read_json(body)


def check_coding(media_type: str | None, parser_context: Mapping[str, Any] | None) -> None:
    """Check that a body is the JSON itself, in UTF-8.

    :raises UnsupportedMediaType: it is declared as anything else.
    """
    request = (parser_context or {})["request"]
    for sent, expected in (
        (request.headers.get("Content-Encoding", "identity"), "identity"),
        (request.content_params.get("charset", "utf-8"), "utf-8"),
    ):
        if sent.lower() != expected:
            detail = f"A body is sent in UTF-8 and not compressed, not as {sent[:40]}."
            raise UnsupportedMediaType(media_type or "", detail=detail)


def read_json(body: bytes) -> Any:
    """Return the value that a body spells.

    :raises ParseError: if it is not JSON.
    :raises DuplicateMember: if an object in it names a member twice.
    """
    try:
        return strict_json.read(body)
    except NotJSON as refusal:
        raise ParseError(str(refusal)) from None
    except MemberTwice as refusal:
        raise DuplicateMember(str(refusal)) from None

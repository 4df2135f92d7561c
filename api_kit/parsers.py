"""The parser of request bodies: strict JSON of bounded size."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser, FormParser

from api_kit import strict_json
from api_kit.strict_json import MemberTwice, NotJSON


class DuplicateMember(ParseError):
    """An object names a member twice: ambiguous, since parsers differ in which value they use."""


class WrongCoding(UnsupportedMediaType):
    """The body is compressed, or not in UTF-8."""


class JSONParser(BaseParser):
    """JSON as RFC 8259 defines it: UTF-8, no NaN, no lone surrogates, at most 1,024 levels deep."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value of the body.

        :raises ParseError: the body is not JSON.
        :raises DuplicateMember: an object in it names a member twice.
        :raises WrongCoding: it is compressed, or not in UTF-8.
        :raises RequestDataTooBig: it is longer than ``DATA_UPLOAD_MAX_MEMORY_SIZE``.
        """
        check_coding(media_type, parser_context)
        # HttpRequest.body checks the limit and keeps the bytes for a fingerprint; read() does
        # neither. If the body was read before, DRF passes a plain stream of it.
        body = getattr(stream, "body", None)
        if body is None:
            body = stream.read()
        return read_json(body)


class Utf8FormParser(FormParser):
    """Forms in UTF-8: DRF decodes them with any codec that the client names."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the form.

        :raises WrongCoding: it is compressed, or not in UTF-8.
        """
        check_coding(media_type, parser_context)
        return super().parse(stream, media_type, parser_context)


def check_coding(media_type: str | None, parser_context: Mapping[str, Any] | None) -> None:
    """Check that a body is declared as UTF-8 and not as compressed.

    :raises WrongCoding: another charset or content encoding is declared.
    """
    request = (parser_context or {})["request"]
    for sent, expected in (
        (request._request.META.get("HTTP_CONTENT_ENCODING", "identity"), "identity"),
        (request.content_params.get("charset", "utf-8"), "utf-8"),
    ):
        if sent.lower() != expected:
            detail = f"Send the body in UTF-8 and not compressed, not as {sent[:40]}."
            raise WrongCoding(media_type or "", detail=detail)


def read_json(body: bytes) -> Any:
    """Return the value of a JSON body.

    :raises ParseError: it is not JSON.
    :raises DuplicateMember: an object in it names a member twice.
    """
    try:
        return strict_json.read(body)
    except NotJSON as refusal:
        raise ParseError(str(refusal)) from None
    except MemberTwice as refusal:
        raise DuplicateMember(str(refusal)) from None

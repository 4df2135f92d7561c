"""Content negotiation with a fast path: most views have one parser and one renderer."""

from collections.abc import Iterable

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api_kit.readable_request import LONGEST_ACCEPT, UNREADABLE

ANYTHING = "*/*"


class FirstChoice(DefaultContentNegotiation):
    """Use the first parser or renderer if the request names exactly its media type."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the parser for the request's body, or None."""
        first = next(iter(parsers), None)
        if first is not None and request.content_type == first.media_type:
            return first
        parser: BaseParser | None = super().select_parser(request, parsers)
        return parser

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer of the response and its media type.

        :raises NotAcceptable: no renderer matches the Accept header, or it cannot be read.
        """
        first = next(iter(renderers))
        accepted = request.META.get("HTTP_ACCEPT", ANYTHING)
        if accepted in (ANYTHING, first.media_type):
            return first, first.media_type
        if len(accepted) > LONGEST_ACCEPT:
            raise NotAcceptable
        try:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(
                request, renderers, format_suffix
            )
        except UNREADABLE:
            raise NotAcceptable from None
        return chosen

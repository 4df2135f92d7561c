"""Choosing how a body is read and an answer is written, where there is hardly ever a choice."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

ANYTHING = "*/*"


class FirstChoice(DefaultContentNegotiation):
    """Takes a view's first parser or renderer where it is just what the request names, and compares else."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the parser of the request's body, if there is one."""
        first = next(iter(parsers), None)
        if first is not None and request.content_type == first.media_type:
            return first
        parser: BaseParser | None = super().select_parser(request, parsers)
        return parser

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return how the answer is rendered, and its media type.

        :raises NotAcceptable: the request wants none of what there is.
        """
        first = next(iter(renderers))
        if request.META.get("HTTP_ACCEPT", ANYTHING) in (ANYTHING, first.media_type):
            return first, first.media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(
            request, renderers, format_suffix
        )
        return chosen

"""The base class of API views: media types, methods, checked query parameters and cost classes.

Cost classes decide where an operation runs and how many run at once.

RFC 2231 lets a parameter of a media type name its encoding (``a*=utf-8''b``). Django raises an
error for one that it does not know: for `Content-Type` before any middleware, so that the client
would get no answer. So it does for a `charset` that is no encoding of text, such as rot13, because
it decodes the query by it. The time to parse a header grows with the square of its length.
"""

from collections.abc import Container, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar

from django.core.handlers.wsgi import WSGIRequest
from django.http.multipartparser import MultiPartParserError
from django.http.request import MediaType
from django.utils.functional import cached_property
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from api_kit.serializers import QuerySerializer


class Cost(StrEnum):
    """The cost class of an operation. Expensive operations never delay the light ones.

    ``Endpoint.costs`` maps methods to classes; other methods are light. A test measures every
    operation and fails if a light one is not.
    """

    LIGHT = "light"
    """A few milliseconds of CPU time."""
    LIST = "list"
    """A page of a list or a log, the opening of a stream, or something new that is no move: at most
    tens of milliseconds.
    """
    PASSWORD = "password"  # noqa: S105
    """Hashes a password: 25 ms or more, without Python's global interpreter lock."""
    HEAVY = "heavy"
    """Hundreds of milliseconds for the longest game or the fullest account."""
    VERIFICATION = "verification"
    """Verifies a whole transcript: seconds, in a separate process."""


METHODS = ("get", "head", "post", "put", "patch", "delete")
"""No OPTIONS, since the schema describes the operations, and no TRACE."""

ANYTHING = "*/*"
LONGEST_TYPE = 256
"""Characters of a media type whose parameters are read."""
LONGEST_ACCEPT = 1000
"""Characters of an `Accept` that is read."""
UNREADABLE = (ValueError, TypeError)
"""What parsing raises; the second for a parameter with a number and without (``a*``, ``a*0``)."""


class ReadableRequest(WSGIRequest):
    """A request whose query and forms are UTF-8, whatever its `charset`. It ignores the parameters
    of a media type if they cannot be read.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        given = meta.get("CONTENT_TYPE", "")
        try:
            if len(given) > LONGEST_TYPE:
                raise ValueError
            self.content_type, self.content_params = parse_header_parameters(given)
        except UNREADABLE:
            meta["CONTENT_TYPE"] = given.partition(";")[0]
            self.content_type, self.content_params = meta["CONTENT_TYPE"].strip().lower(), {}

    def parse_file_upload(self, META: Any, post_data: Any) -> Any:  # noqa: N803 - Django's names
        """Read a form in parts.

        :raises MultiPartParserError: also if the header of a part cannot be read; Django answers
            400.
        """
        try:
            return super().parse_file_upload(META, post_data)
        except TypeError as error:
            raise MultiPartParserError(f"The header of a part cannot be read: {error}") from None

    @cached_property
    def accepted_types(self) -> list[MediaType]:
        """The media types of `Accept`; none if one cannot be read, or it is too long."""
        if len(self.META.get("HTTP_ACCEPT", "")) > LONGEST_ACCEPT:
            return []
        try:
            accepted: list[MediaType] = super().accepted_types
        except UNREADABLE:
            return []
        return accepted


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


class Endpoint(APIView):
    """The base of every view: ``query_shape`` validates the query of a GET into ``query``."""

    http_method_names = METHODS
    content_negotiation_class = FirstChoice
    query_shape: ClassVar[type[QuerySerializer]] = QuerySerializer
    query: dict[str, Any]
    costs: ClassVar[Mapping[str, Cost]] = MappingProxyType({})
    """The cost class of each method that is not light."""
    own_pages_only: ClassVar[Container[str]] = ()
    """Methods that take a password, send an e-mail, approve an app or make a guest: other origins
    get 403.
    """
    other_pages: ClassVar[str] = "CORS_ALLOWED_ORIGINS"
    """The setting that lists the origins which ``own_pages_only`` lets through all the same."""

    answers_oauth_errors: ClassVar[bool] = False
    """Whether its problems also have the ``error`` of RFC 6749, as ``application/json``."""

    @classmethod
    def cost_of(cls, method: str) -> Cost:
        return cls.costs.get("GET" if method == "HEAD" else method, Cost.LIGHT)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check authentication, permissions and rate limits, then parse the query.

        :raises ValidationError: a parameter is unknown or invalid. Methods that change something
            take no parameters.
        """
        super().initial(request, *args, **kwargs)
        shape = self.query_shape if request.method in ("GET", "HEAD") else QuerySerializer
        if shape is QuerySerializer and not request._request.META.get("QUERY_STRING"):
            self.query = {}
        # A method that this path does not support gets a 405, even with an invalid query.
        elif request.method in self.allowed_methods:
            self.query = shape.parse(request.query_params)

"""The base class of all API views: allowed methods, cost classes and checked query parameters."""

from collections.abc import Callable, Container, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api_kit.costs import Cost
from api_kit.serializers import QuerySerializer

METHODS = ("get", "head", "post", "put", "patch", "delete")
"""No OPTIONS, since the schema describes the operations, and no TRACE."""


class Endpoint(APIView):
    """The base of every view: ``query_shape`` validates the query of a GET into ``query``."""

    http_method_names = METHODS
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
        """Return the cost class of a method."""
        return cls.costs.get("GET" if method == "HEAD" else method, Cost.LIGHT)

    # One instance of each policy serves all requests: none keeps anything of a request.

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return the shared authenticators."""
        return _shared(tuple(self.authentication_classes))

    def get_permissions(self) -> list[Any]:
        """Return the shared permissions."""
        return _shared(tuple(self.permission_classes))

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the shared throttles."""
        return _shared(tuple(self.throttle_classes))

    def get_parsers(self) -> list[BaseParser]:
        """Return the shared parsers."""
        return _shared(tuple(self.parser_classes))

    def get_renderers(self) -> list[BaseRenderer]:
        """Return the shared renderers."""
        return _shared(tuple(self.renderer_classes))

    def get_content_negotiator(self) -> Any:
        """Return the shared negotiator."""
        return _shared((self.content_negotiation_class,))[0]

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


@cache
def _shared(classes: tuple[Callable[[], Any], ...]) -> list[Any]:
    """Return one instance of each class, the same list for equal classes; do not change it."""
    return [item_class() for item_class in classes]

"""What all operations of the API share: the methods there are, and a query that is checked before anything begins."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api_kit import throttles
from api_kit.costs import Cost
from api_kit.serializers import QuerySerializer

METHODS = ("get", "head", "post", "put", "patch", "delete")
"""No OPTIONS, which would describe nothing that the schema does not, and no TRACE."""


class Endpoint(APIView):
    """The base of every view: ``query_shape`` is what its GET may be asked with, and ``query`` what it was."""

    http_method_names = METHODS
    query_shape: ClassVar[type[QuerySerializer]] = QuerySerializer
    query: dict[str, Any]
    costs: ClassVar[Mapping[str, Cost]] = MappingProxyType({})
    """The cost class of each method that is not light."""

    @classmethod
    def cost_of(cls, method: str) -> Cost:
        """Return the cost class of a method."""
        return cls.costs.get("GET" if method == "HEAD" else method, Cost.LIGHT)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the query, once it is clear that the caller may ask.

        :raises ValidationError: it is not of the shape; what changes something takes no parameters.
        """
        super().initial(request, *args, **kwargs)
        shape = self.query_shape if request.method in ("GET", "HEAD") else QuerySerializer
        if shape is QuerySerializer and not request._request.META.get("QUERY_STRING"):
            self.query = {}
        # A method that this path does not have is told the right ones, whatever its query.
        elif request.method in self.allowed_methods:
            self.query = shape.parse(request.query_params)


class MakesAccounts(Endpoint):
    """The base of views that make accounts. A refusal uses up none of the accounts and letters of an address."""

    throttle_classes = throttles.limited_by(
        throttles.RegistrationAttemptThrottle,
        throttles.RegistrationThrottle,
        throttles.MailToGivenAddressThrottle,
    )

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give back what was counted for an account that was not made."""
        if response.status_code >= 400:
            throttles.give_back(request._request, ("registration", "letters"))
        return super().finalize_response(request, response, *args, **kwargs)

"""Describe operations of accounts for the OpenAPI schema, and uncount refused requests."""

from collections.abc import Collection
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import refusals
from accounts.api.throttles import give_back
from api_kit import openapi
from api_kit.endpoint import Endpoint
from api_kit.problems import PROBLEMS, stated_in

operations = partial(openapi.operations, known=PROBLEMS | stated_in(refusals))
"""Describe the operations of a module: see `api_kit.openapi`."""


class RefusalsUncounted(Endpoint):
    """The base of such views."""

    uncounted: Collection[str] = ()
    """The names of the quotas."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give back what a refused request used of these quotas."""
        if response.status_code >= 400:
            give_back(request._request, self.uncounted)
        return super().finalize_response(request, response, *args, **kwargs)

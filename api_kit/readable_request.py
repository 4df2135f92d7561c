"""Django's request, for headers with a media type that Django cannot read.

RFC 2231 lets a parameter name its encoding (``a*=utf-8''b``). Django raises an error for one that
it does not know: for `Content-Type` before any middleware, so that the client would get no answer.
So it does for a `charset` that is no encoding of text, such as rot13, because it decodes the query
by it.
"""

from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.http.request import MediaType
from django.utils.functional import cached_property
from django.utils.http import parse_header_parameters


class ReadableRequest(WSGIRequest):
    """A request whose query and forms are UTF-8, whatever its `charset`. It ignores the parameters
    of a media type if they cannot be read.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        given = meta.get("CONTENT_TYPE", "")
        try:
            self.content_type, self.content_params = parse_header_parameters(given)
        except ValueError:
            meta["CONTENT_TYPE"] = given.partition(";")[0]
            self.content_type, self.content_params = meta["CONTENT_TYPE"].strip().lower(), {}

    @cached_property
    def accepted_types(self) -> list[MediaType]:
        """The media types of `Accept`; none if one cannot be read."""
        try:
            accepted: list[MediaType] = super().accepted_types
        except ValueError:
            return []
        return accepted

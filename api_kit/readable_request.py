"""Django's request, for headers with a media type that Django cannot read.

RFC 2231 lets a parameter name its encoding (``a*=utf-8''b``). Django raises an error for one that
it does not know: for `Content-Type` before any middleware, so that the client would get no answer.
"""

from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.http.request import MediaType
from django.utils.functional import cached_property


class ReadableRequest(WSGIRequest):
    """A request that ignores the parameters of a media type if they cannot be read."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]  # not in the stubs
        except ValueError:
            meta["CONTENT_TYPE"] = meta["CONTENT_TYPE"].partition(";")[0]
            super()._set_content_type_params(meta)  # type: ignore[misc]  # not in the stubs

    @cached_property
    def accepted_types(self) -> list[MediaType]:
        """The media types of `Accept`; none if one cannot be read."""
        try:
            accepted: list[MediaType] = super().accepted_types
        except ValueError:
            return []
        return accepted

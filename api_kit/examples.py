"""Examples of requests and responses for the documentation."""

from typing import Any

from drf_spectacular.utils import OpenApiExample


def request_example(value: Any, name: str = "request") -> OpenApiExample:
    """Return an example of a request's body."""
    return OpenApiExample(name, value=value, request_only=True)


def response_example(
    value: Any,
    status: int = 200,
    name: str = "response",
    *,
    media_type: str = "application/json",
) -> OpenApiExample:
    """Return an example of a response of one status."""
    return OpenApiExample(
        name,
        value=value,
        response_only=True,
        status_codes=[str(status)],
        media_type=media_type,
    )

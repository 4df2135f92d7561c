"""A request before it is sent, and the parts that operations make it from."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, NamedTuple, get_origin
from urllib.parse import quote

JSON = "application/json"
SAFE = ("GET", "HEAD", "PUT", "DELETE", "PATCH")
"""Methods that do the same when they are repeated."""
HARMLESS = ("/accounts/guest", "/games/export", "/players/lookup", "/tokens/test")
"""Paths of a POST that costs nothing when it is repeated: a guest that no program knows, or a read."""


class Call(NamedTuple):
    """A request to the API."""

    method: str
    path: str
    query: Mapping[str, Any] = {}
    header: Mapping[str, Any] = {}
    body: Any = None
    key: str | None = None
    """The ``Idempotency-Key``; None for a new one."""
    takes_key: bool = False
    accept: str = JSON
    is_form: bool = False

    @property
    def content(self) -> dict[str, Any]:
        """The body as an argument of httpx."""
        return {"data" if self.is_form else "json": self.body}

    @property
    def is_repeatable(self) -> bool:
        """Whether it may be sent again when it is unknown if the server carried it out."""
        return self.takes_key or self.method in SAFE or self.path in HARMLESS


def path(template: str, *values: object) -> str:
    """Return a path in which each ``{}`` is a value, quoted."""
    return template.format(*(quote(str(value), safe="") for value in values))


def present(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are not None, as they are written in a query or a header."""
    return {name: _written(value) for name, value in values.items() if value is not None}


def tag(state: Any) -> str | None:
    """Return ``If-Match`` for a state, so that a command counts in that position only.

    A text is an ``ETag`` already.
    """
    if state is None or isinstance(state, str):
        return state
    seat = state["you"]
    return f'"{state["version"]}-{seat if seat is not None else 0}"'


def asynchronous(operations: type) -> type:
    """Return a class with the same operations, as coroutine functions. Those of streams stay."""
    methods = {name: each for name, each in vars(operations).items() if not name.startswith("_")}
    members = {name: _awaited(method) for name, method in methods.items()}
    return type(f"Async{operations.__name__}", (), members)


def _awaited(method: Callable[..., Any]) -> Callable[..., Any]:
    result: Any = get_origin(method.__annotations__["return"])
    if result is Iterator:
        return method

    @wraps(method)
    async def send(*arguments: Any, **named: Any) -> Any:
        return await method(*arguments, **named)

    return send


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else str(value)

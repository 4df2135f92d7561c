"""A request before it is sent, and the parts that operations make it from."""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast
from urllib.parse import quote

P = ParamSpec("P")
R = TypeVar("R")

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


def awaited(
    method: Callable[Concatenate[Any, P], R],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """Return the same operation as a coroutine function, of a client that sends with ``await``."""

    @wraps(method)
    async def send(client: Any, /, *arguments: P.args, **named: P.kwargs) -> R:
        return await cast(Any, method(client, *arguments, **named))  # type: ignore[no-any-return]

    return send


def streamed(
    method: Callable[Concatenate[Any, P], Iterator[R]],
) -> Callable[Concatenate[Any, P], AsyncIterator[R]]:
    """Return the same stream, of a client that reads with ``async for``."""
    return cast(Any, method)  # type: ignore[no-any-return]


def _written(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else str(value)

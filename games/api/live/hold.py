"""Let a view keep its connection open after it has answered."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from rest_framework.request import Request

from games.api.feeds.exchange import Exchange
from games.api.live.connection_registry import ConnectionRegistry

ENVIRON_KEY = "gofish.connection"

Hold: TypeAlias = Callable[[Exchange], Awaitable[None]]


class Connection:
    """The front's entry in a request's environment: the registry, and the hold that a view sets."""

    def __init__(self, registry: ConnectionRegistry) -> None:
        self.registry = registry
        self.hold: Hold | None = None
        self._caller: str | None = None

    def admit(self, caller: str) -> bool:
        """Count it as an open connection of the caller; return False at the limit."""
        is_admitted = self.registry.admit(caller)
        if is_admitted:
            self._caller = caller
        return is_admitted

    def close(self) -> None:
        """Stop counting it."""
        if self._caller is not None:
            self.registry.release(self._caller)


def connection_of(request: Request) -> Connection | None:
    """Return the connection of a GET, or None under a server that cannot hold connections."""
    if request.method != "GET":
        return None
    connection: Connection | None = request.META.get(ENVIRON_KEY)
    return connection

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
        self._places = 0

    def admit(self, caller: str, *, places: int = 1) -> bool:
        """Count it as so many open connections of the caller; return False at the limit."""
        is_admitted = self.registry.admit(caller, places=places)
        if is_admitted:
            self._caller, self._places = caller, places
        return is_admitted

    def give_back(self) -> None:
        """Count it as one connection fewer, and always as one."""
        if self._caller is not None and self._places > 1:
            self._places -= 1
            self.registry.release(self._caller)

    def close(self) -> None:
        """Stop counting it."""
        if self._caller is not None:
            self.registry.release(self._caller, places=self._places)


def connection_of(request: Request) -> Connection | None:
    """Return the connection of a request that reads, or None if it cannot be held.

    Not every server can hold connections, and a HEAD has no body to hold open.
    """
    if request.method not in ("GET", "POST"):
        return None
    connection: Connection | None = request.META.get(ENVIRON_KEY)
    return connection

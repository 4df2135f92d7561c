"""How a view has its connection held after it has answered."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from rest_framework.request import Request

from games.api.live.connection_registry import ConnectionRegistry
from games.api.live.exchange import Exchange

ENVIRON_KEY = "gofish.connection"

Hold: TypeAlias = Callable[[Exchange], Awaitable[None]]


class Connection:
    """What the front puts into a request's environment: where connections are held, and room for a hold."""

    def __init__(self, gallery: ConnectionRegistry) -> None:
        self.gallery = gallery
        self.hold: Hold | None = None
        self._caller: str | None = None

    def admit(self, caller: str) -> bool:
        """Count it among the caller's open ones from now on, unless they are as many as one may have."""
        is_admitted = self.gallery.admit(caller)
        if is_admitted:
            self._caller = caller
        return is_admitted

    def close(self) -> None:
        """Count it no more."""
        if self._caller is not None:
            self.gallery.dismiss(self._caller)


def connection_of(request: Request) -> Connection | None:
    """Return the connection of a GET that can be held; none under a server that holds no connections."""
    if request.method != "GET":
        return None
    connection: Connection | None = request.META.get(ENVIRON_KEY)
    return connection

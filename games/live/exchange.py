"""A request that Django has answered, and its connection."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class WholeResponse(NamedTuple):
    """A complete response."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    async def send(self, send: Send, *, more: bool = False) -> None:
        """Send it; with ``more``, leave the body open."""
        headers = [field for field in self.headers if not more or field[0] != b"content-length"]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": more})


@dataclass(slots=True)
class Exchange:
    """A request that Django has answered, and its open connection; nothing has been sent yet."""

    answer: WholeResponse | None
    """None once a stream has begun with it."""
    ask_again: Callable[..., Awaitable[WholeResponse]]
    """Repeats the request; may take entries for its environment."""
    receive: Receive
    send: Send

    async def begin(self) -> None:
        """Send the answer, leave its body open, and forget it: streams stay open for hours."""
        answer, self.answer = self.answer, None
        assert answer is not None, "the answer is sent once"
        await answer.send(self.send, more=True)

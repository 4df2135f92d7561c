"""What goes wrong between a program and the service."""

from collections.abc import Sequence
from typing import Any

from gofishkit.printing import printable


class ServiceError(Exception):
    """Something went wrong between this program and the service.

    Its text is one line that a terminal can show, whatever the service sent.
    """

    def __init__(self, text: str) -> None:
        super().__init__(printable(text))


class NoAnswer(ServiceError):
    """No whole answer came, after all retries. A command may have been carried out."""


class StreamLost(ServiceError):
    """A stream cannot be read, after all retries."""


class Refused(ServiceError):
    """The service refused a request, and says so with a problem document.

    ``gofishkit.problems`` has an exception for each code. An unknown code is this class.
    """

    def __init__(
        self,
        *,
        status: int,
        code: str,
        title: str = "",
        detail: str = "",
        errors: Sequence[Any] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail or title}" if detail or title else code)
        self.status, self.code, self.title, self.detail = status, code, title, detail
        self.errors = tuple(errors)
        """For each invalid field a pointer, a code and a detail."""
        self.retry_after = retry_after
        """Seconds after which the service asks for a retry."""

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later: a limit, or a service that is away."""
        return self.status in (429, 500, 502, 503, 504)

    @property
    def moved_on(self) -> bool:
        """Whether the game has moved on: read the state and choose again."""
        return self.status in (409, 412) or self.code == "idempotency_key_reused"

"""Bounds on answers: a server must not fill the memory of its clients, nor keep them waiting."""

import json
import time
from typing import Any

import httpx

from gofishkit.errors import NoAnswer

MOST_BYTES = 8 * 1024 * 1024
"""The longest answer, and the longest line of a stream. Those of the service are smaller."""
MOST_SECONDS = 60.0
"""From the headers of an answer to its end."""


class BoundedBody:
    """The body of an answer while it arrives."""

    def __init__(self, answer: httpx.Response, seconds: float | None = None) -> None:
        refuse_coding(answer)
        self._answer, self._content = answer, bytearray()
        self._seconds = MOST_SECONDS if seconds is None else seconds
        self._deadline = time.monotonic() + self._seconds

    def add(self, chunk: bytes) -> None:
        """Add what has arrived.

        :raises NoAnswer: if the answer is too long.
        :raises httpx.ReadTimeout: if it takes too long.
        """
        self._content += chunk
        if len(self._content) > MOST_BYTES:
            raise NoAnswer(f"The answer has more than {MOST_BYTES} bytes.")
        if time.monotonic() > self._deadline:
            raise httpx.ReadTimeout(f"The answer took more than {self._seconds:.0f} seconds.")

    def answer(self) -> httpx.Response:
        """Return the whole answer."""
        status, headers = self._answer.status_code, self._answer.headers
        return httpx.Response(status, headers=headers, content=bytes(self._content))


def refuse_coding(answer: httpx.Response) -> None:
    """Refuse a compressed answer: clients ask for none, and a small one can be huge when unpacked.

    :raises NoAnswer: if the answer is compressed.
    """
    if (coding := answer.headers.get("Content-Encoding", "identity")) != "identity":
        raise NoAnswer(f"The answer is compressed ({coding}), which was not asked for.")


def document(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    :raises ValueError: if it is none, or is nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("The JSON is nested too deeply.") from None

"""When to send a request again, as a plan without I/O that both kinds of client carry out."""

import logging
from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from random import Random
from typing import NamedTuple

import httpx

from gofishkit.api.calls import Call
from gofishkit.api.problems import BY_CODE
from gofishkit.bodies import document
from gofishkit.errors import NoAnswer, Refused
from gofishkit.printing import printable

BUSY = (429, 503)
"""The service carried nothing out, or is safe to ask again with the same key."""
UNSURE = (500, 502, 504)
"""A proxy or a fault answered: the request may have been carried out."""
MOST_RETRY_AFTER = 86_400.0
"""Seconds. A longer ``Retry-After`` counts as this."""
WARNED_AFTER = 3
"""Attempts that do not reach the server before a warning, since its address may be wrong."""
LOG = logging.getLogger("gofish.client")


class Send(NamedTuple):
    """A step of a plan: send the request."""


class Pause(NamedTuple):
    """A step of a plan: wait for some seconds."""

    seconds: float


Step = Send | Pause
Outcome = httpx.Response | httpx.TransportError | None
"""The result of a step; None after a pause."""


@dataclass(frozen=True)
class Retry:
    """How often and how patiently a request is sent again."""

    attempts: int = 10
    first: float = 0.25
    """Seconds before the first retry; they double with each."""
    longest: float = 20.0
    """The longest pause in seconds, and the longest ``Retry-After`` that is waited for."""
    rng: Random = field(default_factory=Random, repr=False, compare=False)

    def pause(self, attempt: int, retry_after: float | None = None) -> float:
        """Return the seconds before the retry after an attempt; attempts count from 0."""
        if retry_after is not None:
            return retry_after + self.rng.uniform(0, self.first)
        return min(self.first * 2.0 ** min(attempt, 30), self.longest) * self.rng.uniform(0.5, 1)


def plan(call: Call, retry: Retry) -> Generator[Step, Outcome, httpx.Response]:
    """Yield what to do for a request; return its successful answer.

    A request whose repetition could do something twice is only sent again if the server was not
    reached, or answered that it did nothing.

    :raises Refused: if the service refuses it.
    :raises NoAnswer: if no attempt gets an answer.
    """
    for attempt in range(retry.attempts):
        is_last = attempt + 1 == retry.attempts
        outcome = yield Send()
        if isinstance(outcome, httpx.Response) and outcome.is_success:
            if _is_whole(outcome):
                return outcome
            outcome = httpx.RemoteProtocolError("The answer is not whole.")
        if isinstance(outcome, httpx.Response):
            refusal = refused(outcome)
            if is_last or not _may_repeat(call, refusal, retry):
                raise refusal
            seconds = retry.pause(attempt, refusal.retry_after)
        else:
            assert outcome is not None
            if isinstance(outcome, httpx.UnsupportedProtocol):
                raise NoAnswer("The address of a server begins with http:// or https://.")
            if isinstance(outcome, httpx.LocalProtocolError):  # its text can show a header
                raise NoAnswer(
                    f"{call.method} {call.path}: the request cannot be written"
                ) from None
            is_unsent = isinstance(outcome, httpx.ConnectError | httpx.ConnectTimeout)
            if is_last or not (is_unsent or call.is_repeatable):
                name = type(outcome).__name__
                raise NoAnswer(f"{call.method} {call.path}: {str(outcome) or name}") from None
            warn_unreached(outcome, attempt + 1)
            seconds = retry.pause(attempt)
        yield Pause(seconds)
    raise AssertionError("a retry has at least one attempt")


def warn_unreached(error: Exception | None, attempts: int) -> None:
    """Warn once, after a few attempts, that no server is at this address."""
    if attempts == WARNED_AFTER and isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        url = error.request.url
        server, reason = f"{url.scheme}://{url.netloc.decode()}", printable(str(error))
        LOG.warning("No answer from %s. Is it running? Trying again. (%s)", server, reason)


def refused(answer: httpx.Response) -> Refused:
    """Return the exception for an answer that is no success; its body has been read."""
    try:
        problem = document(answer.content)
        code = str(problem["code"])
    except (ValueError, KeyError, TypeError):  # not from the service but from a proxy
        problem, code = {}, f"http_{answer.status_code}"
    errors = problem.get("errors", ())
    return BY_CODE.get(code, Refused)(
        status=answer.status_code,
        code=code,
        title=str(problem.get("title", answer.reason_phrase)),
        detail=str(problem.get("detail", "")),
        errors=errors if isinstance(errors, list) else (),
        retry_after=seconds_to_wait(answer.headers, datetime.now(UTC)),
    )


def _is_whole(answer: httpx.Response) -> bool:
    """Return whether the body is JSON: a proxy can cut it, or answer with a page of its own."""
    try:
        if answer.content:
            document(answer.content)
    except ValueError:
        return False
    return True


def _may_repeat(call: Call, refusal: Refused, retry: Retry) -> bool:
    if refusal.retry_after is not None and refusal.retry_after > retry.longest:
        return False
    if refusal.status in BUSY:
        return refusal.status == 429 or call.is_repeatable or refusal.retry_after is not None
    return refusal.status in UNSURE and call.is_repeatable


def seconds_to_wait(headers: httpx.Headers, now: datetime) -> float | None:
    """Return the seconds of a ``Retry-After``, a number or a date; None if it is neither.

    A date is compared with the server's own clock if there is a ``Date``. The result is from 0 to
    ``MOST_RETRY_AFTER``.
    """
    text = headers.get("Retry-After", "")
    try:
        seconds = float(text)
    except ValueError:
        try:
            sent = parsedate_to_datetime(headers["Date"]) if "Date" in headers else now
            seconds = parsedate_to_datetime(text).timestamp() - sent.timestamp()
        except (ValueError, OverflowError):
            return None
    return min(max(seconds, 0.0), MOST_RETRY_AFTER) if isfinite(seconds) else None

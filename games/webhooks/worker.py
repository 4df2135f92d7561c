"""The worker of webhooks: it reads the outbox, and sends what is due.

Several workers share the work. Each has threads that hold no connection to the database: they only
send. A worker that is killed at any instant loses nothing; another sends again, with the same id.
"""

import logging
import time
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from queue import Empty, SimpleQueue
from threading import Event, Thread

from django.utils import timezone

from api_kit import guarded_fetch
from api_kit.guarded_fetch import FetchFailed
from games.log.metrics import WEBHOOK_TRIES
from games.referee.loop import repeat
from games.webhooks import delivering
from games.webhooks.delivering import TRY_SECONDS, Claimed, Result
from games.webhooks.outbox import Outbox

MOST_ANSWER_BYTES = 16 * 1024
WAIT_SECONDS = 0.5
"""How long a step waits for an answer, if it waits for any, before it reads events again."""

logger = logging.getLogger(__name__)


def run(stop: Event, *, interval: float = 0.5) -> None:
    """Deliver until ``stop`` is set. Reads events every ``interval`` seconds."""
    repeat("Webhooks", Worker().step, stop, interval)


def deliver_due() -> int:
    """Try everything that is due until nothing is; return the number of tries."""
    worker = Worker()
    while worker.step():
        pass
    return worker.tries


class Worker:
    """The tries of one process. Its step is called by one thread."""

    def __init__(self) -> None:
        self.tries = 0
        self._outbox = Outbox()
        self._busy: list[Claimed] = []
        """Tries without a result."""
        self._has_more_events = False
        self._next_read_at = 0.0
        self._results: SimpleQueue[tuple[Claimed, Result]] = SimpleQueue()

    def step(self) -> bool:
        """Store results, read events and begin tries; return whether there was something to do.

        While results come in, it reads events less often.
        """
        has_results = self._record()
        is_idle = not has_results and not self._busy
        if is_idle or self._has_more_events or time.monotonic() >= self._next_read_at:
            self._has_more_events = self._outbox.step(now=timezone.now())
            self._next_read_at = time.monotonic() + WAIT_SECONDS
        is_due = delivering.is_any_due(now=timezone.now())
        has_begun = is_due and self._begin()
        return self._has_more_events or has_results or has_begun or bool(self._busy)

    def _begin(self) -> bool:
        claimed = delivering.claim(now=timezone.now(), busy=self._busy)
        self._busy += claimed
        for each in claimed:
            Thread(target=self._try, args=[each], name="webhook", daemon=True).start()
        return bool(claimed)

    def _try(self, claimed: Claimed) -> None:
        try:
            result = send(claimed)
        except Exception:
            logger.exception("a webhook could not be tried")
            result = Result(error="failed")
        self._results.put((claimed, result))

    def _record(self) -> bool:
        results: list[tuple[Claimed, Result]] = []
        try:
            while True:
                waits = self._busy and not results and not self._has_more_events
                results.append(
                    self._results.get(timeout=WAIT_SECONDS) if waits else self._results.get_nowait()
                )
                self._busy.remove(results[-1][0])
        except Empty:
            pass
        self.tries += len(results)
        if results:
            delivering.record(results)
        for _, result in results:
            WEBHOOK_TRIES.labels("delivered" if result.is_success else "failed").inc()
        return bool(results)


def send(claimed: Claimed) -> Result:
    """Send a message, with the time of this try, and return its result."""
    body, headers = claimed.message(at=int(time.time()))
    began = time.monotonic()
    try:
        answer = guarded_fetch.fetch_now(
            "POST",
            claimed.webhook.url,
            body=body,
            headers={
                "content-type": "application/json",
                "user-agent": "gofish-webhooks",
                **headers,
            },
            seconds=TRY_SECONDS,
            most_bytes=MOST_ANSWER_BYTES,
        )
    except FetchFailed as failure:
        return Result(error=failure.reason, seconds=time.monotonic() - began)
    seconds = time.monotonic() - began
    return Result(
        answer.status,
        answer.body,
        "" if 200 <= answer.status < 300 else "refused",
        _retry_after(answer.headers.get("retry-after", "")),
        seconds,
    )


def _retry_after(text: str) -> timedelta:
    """Read ``Retry-After``: seconds or a date; 0 if it is neither."""
    if text.isascii() and text.isdecimal():
        return timedelta(seconds=min(int(text[:9]), 10**8))
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # a year or a zone of many digits
        return timedelta(0)
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(at - datetime.now(UTC), timedelta(0))

"""What is removed when its time is over, in the referee's process and about every hour.

Each step is a short transaction of its own, with a pause after it, so that no request waits. Several processes may do
it at the same time: what one of them removes, the others pass over.
"""

import logging
from collections.abc import Callable
from functools import partial
from threading import Event

from django.db import DatabaseError, connection
from django.utils import timezone

from accounts import notices
from games.disputes import addresses, notifying
from games.services import idempotency
from gofish_api.observability import metrics
from gofish_api.personal_data import close_account

EVERY_SECONDS = 3600.0
FIRST_SECONDS = 60.0
"""From the start of the process to the first round."""
PAUSE_SECONDS = 0.05
BATCH = 100
"""Rows that one transaction removes; a guest's account is a transaction of its own."""
MOST_ACCOUNTS = 10_000
"""Accounts that one round looks after, of each kind; the next round goes on."""

logger = logging.getLogger(__name__)


def run(stop: Event, *, first: float = FIRST_SECONDS, every: float = EVERY_SECONDS) -> None:
    """Go round after ``first`` seconds and then every so many, until told to stop."""
    wait = first
    while not stop.wait(wait):
        try:
            go_round(stop)
        except Exception:  # whatever it is, the next round may do better
            logger.exception("housekeeping failed")
        finally:
            connection.close()
        wait = every


def after_games() -> None:
    """Give notice of looks into games that are over by now; the referee does it at the end of each round.

    A failure is logged and keeps no game waiting.

    :raises DatabaseError: the database is away, as the referee expects it.
    """
    try:
        notifying.notify_accesses(now=timezone.now())
    except DatabaseError:
        raise
    except Exception:
        logger.exception("giving notice of looks failed")


def go_round(stop: Event) -> dict[str, int]:
    """Remove all that is due; return how much that was, by kind."""
    rounds: dict[str, Callable[[Event], int]] = {
        "answers": forget_answers,
        "addresses": forget_addresses,
        "notices": delete_notices,
        "guests": empty_guests,
        "closed": finish_closings,
    }
    counts = {}
    for kind, do in rounds.items():
        counts[kind] = do(stop)
        metrics.CLEANED.labels(kind).inc(counts[kind])
    if any(counts.values()):
        removed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        logger.info("housekeeping removed: %s", removed)
    return counts


def forget_answers(stop: Event) -> int:
    """Forget the answers kept for retries that are too old; return how many there were."""
    return _in_batches(partial(idempotency.purge, now=timezone.now(), most=BATCH), stop)


def forget_addresses(stop: Event) -> int:
    """Forget the digests of addresses that are too old; return how many there were."""
    return _in_batches(partial(addresses.purge, now=timezone.now(), most=BATCH), stop)


def delete_notices(stop: Event) -> int:
    """Delete the notices that are too old; return how many there were."""
    return _in_batches(partial(notices.purge, now=timezone.now(), most=BATCH), stop)


def empty_guests(stop: Event) -> int:
    """Close the accounts of idle guests; return how many there were."""
    now, count = timezone.now(), 0
    for account_id in list(
        close_account.idle_guests(now=now).values_list("pk", flat=True)[:MOST_ACCOUNTS]
    ):
        if stop.is_set():
            break
        count += close_account.close_guest(account_id, now=now)
        stop.wait(PAUSE_SECONDS)
    return count


def finish_closings(stop: Event) -> int:
    """Leave the games of accounts whose closing was cut short; return how many accounts there were."""
    found = close_account.unfinished(now=timezone.now()).values_list("pk", flat=True)[
        :MOST_ACCOUNTS
    ]
    count = 0
    for account_id in list(found):
        if stop.is_set():
            break
        close_account.finish([account_id])
        count += 1
        stop.wait(PAUSE_SECONDS)
    return count


def _in_batches(remove: Callable[[], int], stop: Event) -> int:
    """Remove batch by batch until one is not full; return how many rows there were."""
    count = 0
    while not stop.is_set():
        removed = remove()
        count += removed
        if removed < BATCH:
            break
        stop.wait(PAUSE_SECONDS)
    return count

"""Delete expired data every hour, and classes within seconds, in the referee's process.

Each batch is a short transaction followed by a pause, so that no request waits. Several processes
can run it at the same time: each skips what another has deleted.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from threading import Event

from django.db import DatabaseError, connection
from django.utils import timezone

from accounts import notices
from accounts.credentials import tokens
from games.desk import coincidences, notifying
from games.play import idempotency
from games.referee import loop
from games.webhooks import registering
from gofish_api.observability import metrics
from gofish_api.personal_data import close_account

EVERY_SECONDS = 3600.0
FIRST_SECONDS = 60.0
"""Time from the start of the process to the first round."""
PAUSE_SECONDS = 0.05
CLASSES_EVERY_SECONDS = 5.0
"""A teacher who deletes a class expects it gone, and other work of a round may take long."""
BATCH = 100
"""Rows deleted per transaction; each guest's account has a transaction of its own."""
MOST_ACCOUNTS = 10_000
"""Accounts per round and kind; the next round continues."""
PURGES: dict[str, Callable[..., int]] = {
    "answers": idempotency.purge,
    "addresses": coincidences.purge,
    "notices": notices.purge,
    "webhooks": registering.purge,
    "grants": tokens.purge_grants,
    "tokens": tokens.purge,
}
"""What deletes up to ``most`` old rows of a kind and returns their number."""

logger = logging.getLogger(__name__)


def run(stop: Event, *, first: float = FIRST_SECONDS, every: float = EVERY_SECONDS) -> None:
    """Run a round after ``first`` seconds, then every ``every`` seconds, until ``stop`` is set."""
    wait = first
    while not stop.wait(wait):
        try:
            go_round(stop)
        except Exception:  # the next round tries again
            logger.exception("housekeeping failed")
        finally:
            connection.close()
        wait = every


def watch_classes(stop: Event, *, every: float = CLASSES_EVERY_SECONDS) -> None:
    """Every ``every`` seconds until ``stop`` is set, delete the classes that expired within the
    last hour. One that fails is tried again after ``every`` seconds, then after twice as long each
    time. What is left after an hour waits for the hourly rounds.
    """
    waits: dict[int, tuple[float, float]] = {}  # of failed ones: their next try, and how long it is

    def step() -> bool:
        now = timezone.now()
        due = close_account.due_classes(now=now, since=now - timedelta(seconds=EVERY_SECONDS))
        for class_id in waits.keys() - due:
            del waits[class_id]
        began = time.monotonic()
        count, failed = _delete(
            [each for each in due if waits.get(each, (began,))[0] <= began], stop
        )
        for class_id in failed:
            wait = 2 * waits[class_id][1] if class_id in waits else every
            waits[class_id] = time.monotonic() + wait, wait
        metrics.CLEANED.labels("classes").inc(count)
        return count > 0

    loop.repeat("Deletions of classes", step, stop, every)


def after_games() -> None:
    """Notify players of reviewers' accesses to games that are now over, after each round of the
    referee.

    Failures other than the database's are logged, so that no game waits.

    :raises DatabaseError: the database is unreachable; the referee handles it.
    """
    try:
        notifying.notify_accesses(now=timezone.now())
    except DatabaseError:
        raise
    except Exception:
        logger.exception("notifying players of accesses failed")


def go_round(stop: Event) -> dict[str, int]:
    """Delete all that is expired; return the counts by kind."""
    rounds: dict[str, Callable[[Event], int]] = {
        **{kind: partial(purge, kind) for kind in PURGES},
        "guests": empty_guests,
        "closed": finish_closings,
        "classes": delete_classes,
    }
    counts = {}
    for kind, do in rounds.items():
        counts[kind] = do(stop)
        metrics.CLEANED.labels(kind).inc(counts[kind])
    if any(counts.values()):
        removed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        logger.info("housekeeping removed: %s", removed)
    return counts


def purge(kind: str, stop: Event) -> int:
    """Delete old rows of a kind of ``PURGES`` in batches; return their number."""
    now, count = timezone.now(), 0
    while not stop.is_set():
        removed = PURGES[kind](now=now, most=BATCH)
        count += removed
        if removed < BATCH:
            break
        stop.wait(PAUSE_SECONDS)
    return count


def delete_classes(stop: Event) -> int:
    """Delete the classes whose time is over and their pupils' accounts; return their number."""
    return _delete(close_account.due_classes(now=timezone.now()), stop)[0]


def empty_guests(stop: Event) -> int:
    """Close the accounts of idle guests; return their number."""
    now = timezone.now()
    idle = close_account.idle_guests(now=now).values_list("pk", flat=True)[:MOST_ACCOUNTS]
    return sum(close_account.close_guest(account_id, now=now) for account_id in _slowly(idle, stop))


def finish_closings(stop: Event) -> int:
    """Finish closing accounts that was interrupted; return the number of accounts."""
    account_ids: dict[int, None] = {}
    for accounts in (close_account.still_seated(), close_account.unfinished(now=timezone.now())):
        account_ids |= dict.fromkeys(accounts.values_list("pk", flat=True)[:MOST_ACCOUNTS])
    count = 0
    for account_id in _slowly(account_ids, stop):
        close_account.finish([account_id])
        count += 1
    return count


def _delete(classes: Iterable[int], stop: Event) -> tuple[int, list[int]]:
    """Delete classes; return how many were deleted, and those whose deletion failed."""
    count, failed = 0, []
    for class_id in _slowly(classes, stop):
        try:
            count += close_account.delete_class(class_id, stop, now=timezone.now())
        except Exception:  # the others are deleted all the same
            logger.exception("deleting a class failed")
            failed.append(class_id)
    return count, failed


def _slowly(ids: Iterable[int], stop: Event) -> Iterator[int]:
    """Yield ids with a pause after each, until ``stop`` is set."""
    for each in list(ids):
        if stop.is_set():
            break
        yield each
        stop.wait(PAUSE_SECONDS)

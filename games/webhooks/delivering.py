"""Claim deliveries that are due, and store the results of their tries.

While a worker tries a delivery, its next try is ``LEASE`` away. So after ``kill -9`` another worker
tries it again, with the same id.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import time
from typing import NamedTuple

import orjson
from django.db.models import Case, F, Max, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts import locks, notices, quotas
from accounts.notices import NewNotice
from accounts.statements import small_batch
from api_kit.guarded_fetch import host_of
from games.engine.chain import time_text
from games.webhooks import outbox, registering
from games.webhooks.models import CHALLENGE, Delivery, Webhook
from games.webhooks.registering import MOST_KEPT

DELAYS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
"""From a failed try to the next one; after the last the delivery has failed."""
LONGEST_DELAY = timedelta(days=1)
"""The most that ``Retry-After`` can ask for."""
DISABLED_AFTER = timedelta(days=10)
TRY_SECONDS = 15.0
LEASE = timedelta(seconds=2 * TRY_SECONDS)
SLOW_SECONDS = 1.0
SLOW_FOR = timedelta(minutes=10)
"""Since the last slow answer."""
MOST_TRIES = 32
"""Tries at a time of one worker at webhooks that were slow lately or are not confirmed; and as many
at all others.
"""
HOST_QUOTA = "webhooks_host"
DISABLED = "webhook_disabled"
"""The kind of the notice that the account gets."""
_MOST_WAITING = 2000
"""Waiting webhooks that one step reads."""
_GONE = 410

Status = Webhook.Status


class Turn(NamedTuple):
    """A webhook with a due delivery, or with a try. Bots count to their owner."""

    webhook: int
    owner: int
    is_slow: bool


class Claimed(NamedTuple):
    """A delivery that this worker tries now."""

    delivery: Delivery
    webhook: Webhook
    lease: datetime
    turn: Turn

    def message(self, *, at: int) -> tuple[bytes, dict[str, str]]:
        """Return the body and the headers of a try at a time in Unix seconds."""
        delivery, webhook = self.delivery, self.webhook
        content = {
            "type": delivery.type,
            "timestamp": time_text(delivery.created_at),
            "data": delivery.data,
        }
        body = orjson.dumps(content)
        keys = _keys(webhook, at=at)
        return body, registering.headers(
            body, message_id=delivery.message_id, timestamp=at, keys=keys
        )


class Result(NamedTuple):
    """What came of a try."""

    status: int | None = None
    """The HTTP status, if the address answered."""
    body: bytes = b""
    error: str = ""
    """A code, if it did not answer as it should."""
    retry_after: timedelta = timedelta(0)
    seconds: float = 0.0

    @property
    def is_success(self) -> bool:
        """Whether the address accepted the message."""
        return self.status is not None and 200 <= self.status < 300 and not self.error


def _keys(webhook: Webhook, *, at: float) -> list[bytes]:
    """Return the secret of a webhook, and the one before while that signs too."""
    keys = [bytes(webhook.secret)]
    until = webhook.old_secret_until
    if webhook.old_secret and until and until.timestamp() > at:
        keys.append(bytes(webhook.old_secret))
    return keys


def is_any_due(*, now: datetime) -> bool:
    """Return whether a delivery of any webhook is due; most of the time none is."""
    return Delivery.objects.filter(next_try_at__lte=now).exists()


def next_turn(waiting: Sequence[Turn], busy: Sequence[Turn]) -> Turn | None:
    """Return the webhook to try next while others are tried, or None if no share is free.

    Slow webhooks have threads of their own. An owner gets another thread while it has less than
    half as many as are free, so that one is left for an owner without any. The owner with the
    fewest comes first, then the first in ``waiting``.
    """
    tries = Counter(turn.is_slow for turn in busy)
    of_owner = Counter((turn.is_slow, turn.owner) for turn in busy)

    def count(turn: Turn) -> int:
        return of_owner[turn.is_slow, turn.owner]

    fair = (turn for turn in waiting if count(turn) < (MOST_TRIES - tries[turn.is_slow]) / 2)
    return min(fair, key=count, default=None)


def claim(*, now: datetime, busy: Sequence[Claimed]) -> list[Claimed]:
    """Claim due deliveries in turn, one of a webhook at a time, until no share is free.

    Looks at one row of each webhook, so that a long queue delays no others.
    """
    due = Delivery.objects.filter(
        registering.of_live_tokens(now, prefix="webhook__token__"),
        Q(webhook__status=Status.ACTIVE) | Q(webhook__status=Status.UNCONFIRMED, type=CHALLENGE),
        next_try_at__lte=now,
    )
    turns = [claimed.turn for claimed in busy]
    waiting = _waiting(due.exclude(webhook__in=[turn.webhook for turn in turns]), now=now)
    claimed: list[Claimed] = []
    turn = next_turn(waiting, turns)
    if turn is None:
        return []
    with small_batch():
        while turn is not None:
            waiting.remove(turn)
            found = _lease(due.filter(webhook=turn.webhook), turn, now=now)
            if found is not None:
                turns.append(turn)
                claimed.append(found)
            turn = next_turn(waiting, turns)
    return claimed


def _waiting(due: QuerySet[Delivery], *, now: datetime) -> list[Turn]:
    """Return the webhooks of due deliveries: first one of each owner, the one that was tried the
    longest ago, and first of the owners those whose last try was the longest ago.
    """
    is_slow = Q(slow_at__gt=now - SLOW_FOR) | Q(status=Status.UNCONFIRMED)
    of_owner = [F("owner"), F("is_slow_now")]
    longest_ago = F("tried_at").asc(nulls_first=True)
    rows = Webhook.objects.filter(pk__in=due.values("webhook")).annotate(
        owner=registering.OWNER,
        is_slow_now=Case(When(is_slow, then=True), default=False),
        nth=Window(RowNumber(), partition_by=of_owner, order_by=[longest_ago, F("pk").asc()]),
        last=Window(Max("tried_at"), partition_by=of_owner),
    )
    in_turn = rows.order_by("nth", F("last").asc(nulls_first=True), "pk")
    return [Turn(*row) for row in in_turn.values_list("pk", "owner", "is_slow_now")[:_MOST_WAITING]]


def _lease(due: QuerySet[Delivery], turn: Turn, *, now: datetime) -> Claimed | None:
    """Claim the first of the due deliveries of a webhook; None if another worker has it, or its
    owner may send no more to the host now.
    """
    unlocked = due.select_for_update(of=("self",), skip_locked=True).order_by("next_try_at")
    delivery = unlocked.select_related("webhook").first()
    if delivery is None:
        return None
    host = host_of(delivery.webhook.url)
    standing = quotas.take(HOST_QUOTA, f"{turn.owner} {host}", now=time())
    if standing is not None and standing.is_exceeded:
        delayed = list(unlocked.values_list("pk", flat=True))
        later = now + timedelta(seconds=standing.reset)
        Delivery.objects.filter(pk__in=delayed).update(next_try_at=later)
        return None
    delivery.next_try_at = now + LEASE
    delivery.save(update_fields=["next_try_at"])
    return Claimed(delivery, delivery.webhook, delivery.next_try_at, turn)


@small_batch()
def record(results: Sequence[tuple[Claimed, Result]]) -> None:
    """Store the results of tries, in one transaction.

    Of a delivery that was replaced or deleted, or whose lease another worker has, it stores only
    that the webhook was tried, and whether it was slow.
    """
    now = timezone.now()
    ending = [claimed.webhook for claimed, result in results if _ends(claimed, result, now=now)]
    locks.lock_all(account for webhook in ending for account in _readers(webhook))
    for claimed, result in sorted(results, key=lambda pair: pair[0].webhook.pk):
        rows = Webhook.objects.select_for_update(of=("self",)).select_related("token__user")
        webhook = rows.filter(pk=claimed.webhook.pk).first()
        if webhook is not None:
            _record(webhook, claimed, result, now=now)


def _record(webhook: Webhook, claimed: Claimed, result: Result, *, now: datetime) -> None:
    webhook.tried_at = now
    if result.seconds > SLOW_SECONDS:
        webhook.slow_at = now
    delivery = webhook.deliveries.filter(pk=claimed.delivery.pk, next_try_at=claimed.lease).first()
    if delivery is None:
        webhook.save(update_fields=["tried_at", "slow_at"])
        return
    if delivery.type == CHALLENGE and result.is_success:
        is_confirmed = _is_confirmed(webhook, delivery, result.body)
        result = result._replace(error="" if is_confirmed else "wrong_answer")
    delivery.tries += 1
    delivery.tried_at, delivery.answer, delivery.error = now, result.status, result.error
    delivery.next_try_at = _next_try(delivery, result, now=now)
    if delivery.next_try_at is None:
        done = Delivery.Status
        delivery.status = done.DELIVERED if result.is_success else done.FAILED
    delivery.save()
    webhook.failing_since = None if result.is_success else webhook.failing_since or now
    if delivery.type == CHALLENGE:
        _confirm(webhook, is_confirmed=result.is_success)
    elif _ends(claimed, result, now=now) and webhook.status == Status.ACTIVE:
        reason = Webhook.Reason
        _disable(webhook, reason.GONE if result.status == _GONE else reason.FAILING, now=now)
    changed = ["tried_at", "slow_at", "failing_since", "status", "reason", *outbox.CURSORS]
    webhook.save(update_fields=changed)
    _trim(webhook)


def _next_try(delivery: Delivery, result: Result, *, now: datetime) -> datetime | None:
    """Return when a delivery is tried again, or None if it was accepted or is given up."""
    if result.is_success or delivery.type == CHALLENGE or delivery.tries > len(DELAYS):
        return None
    asked = min(result.retry_after, LONGEST_DELAY)
    return now + max(DELAYS[delivery.tries - 1], asked)


def _is_confirmed(webhook: Webhook, delivery: Delivery, body: bytes) -> bool:
    """Return whether the answer to the challenge has its HMAC, which an echo does not know.

    Its key is any secret that signed: the app may have got another one since.
    """
    try:
        answer = orjson.loads(body)
    except ValueError:
        return False
    given = answer.get("answer") if isinstance(answer, dict) else None
    challenge = delivery.data["challenge"]
    return any(registering.answers(challenge, given, key=key) for key in _keys(webhook, at=time()))


def _confirm(webhook: Webhook, *, is_confirmed: bool) -> None:
    if is_confirmed:
        outbox.begin(webhook)
        webhook.status = Status.ACTIVE
    else:
        webhook.status, webhook.reason = Status.DISABLED, Webhook.Reason.UNANSWERED


def _ends(claimed: Claimed, result: Result, *, now: datetime) -> bool:
    """Return whether a try of an event disables its webhook."""
    since = claimed.webhook.failing_since
    is_over = since is not None and since <= now - DISABLED_AFTER
    return (
        claimed.delivery.type != CHALLENGE
        and not result.is_success
        and (result.status == _GONE or is_over)
    )


def _disable(webhook: Webhook, reason: Webhook.Reason, *, now: datetime) -> None:
    """Send nothing more, and notify the account. The caller holds the locks of ``_readers``."""
    webhook.status, webhook.reason = Status.DISABLED, reason
    registering.queued(webhook).update(
        status=Delivery.Status.FAILED, next_try_at=None, error="disabled"
    )
    new_notices = [NewNotice(account_id, DISABLED, {}) for account_id in _readers(webhook)]
    notices.send(new_notices, now=now)


def _readers(webhook: Webhook) -> list[int]:
    """Return the account of a webhook, and the owner of a bot."""
    user = webhook.token.user
    return [account for account in (user.pk, user.owner_id) if account is not None]


def _trim(webhook: Webhook) -> None:
    """Delete finished deliveries beyond the log's length."""
    log = webhook.deliveries.filter(next_try_at__isnull=True).order_by("-created_at", "pk")
    webhook.deliveries.filter(pk__in=list(log.values_list("pk", flat=True)[MOST_KEPT:])).delete()

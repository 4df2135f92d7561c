"""Claim deliveries that are due, and store what came of their tries.

While a worker tries a delivery, its next try is ``LEASE`` away. So after ``kill -9`` another worker
tries it again, with the same id.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from time import time
from typing import NamedTuple

import orjson
from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from accounts import locks
from accounts.limits import quotas
from accounts.messages import notices
from accounts.messages.notices import News
from api_kit.guarded_fetch import host_of
from games.engine.chain import time_text
from games.webhooks import outbox, registering, signing
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
SLOW_SECONDS = 5.0
LEASE = timedelta(seconds=2 * TRY_SECONDS)
MOST_OF_A_HOST = 4
"""Tries at one host at a time, by one worker."""
HOST_QUOTA = "webhooks_host"
DISABLED = "webhook_disabled"
"""The kind of the notice that the account gets."""
_MOST_LOOKED_AT = 2000
"""Webhooks that wait, in one look."""
_GONE = 410

Status = Webhook.Status


class Claimed(NamedTuple):
    """A delivery that this worker tries now."""

    delivery: Delivery
    webhook: Webhook
    lease: datetime

    @property
    def host(self) -> str:
        """The host of the address."""
        return host_of(self.webhook.url)

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
        return body, signing.headers(body, message_id=delivery.message_id, timestamp=at, keys=keys)


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


def claim(
    *, now: datetime, most: int, is_strained: bool, busy: Collection[Claimed]
) -> list[Claimed]:
    """Claim up to ``most`` due deliveries, the longest due first: one of a webhook at a time, and
    ``MOST_OF_A_HOST`` of a host.

    Looks at one row of each webhook, so that a long queue delays no others.
    Webhooks are strained if their last try failed or was slow, or if they are not confirmed.
    """
    strained = (
        Q(webhook__failing_since__isnull=False)
        | Q(webhook__is_slow=True)
        | Q(webhook__status=Status.UNCONFIRMED)
    )
    due = Delivery.objects.filter(
        registering.of_live_tokens(now, prefix="webhook__token__"),
        strained if is_strained else ~strained,
        Q(webhook__status=Status.ACTIVE) | Q(webhook__status=Status.UNCONFIRMED, type=CHALLENGE),
        next_try_at__lte=now,
    ).exclude(webhook__in=[claimed.webhook.pk for claimed in busy])
    by_webhook = due.values_list("webhook_id", "webhook__url").annotate(first=Min("next_try_at"))
    waiting = list(by_webhook.order_by("first")[:_MOST_LOOKED_AT]) if most > 0 else []
    if not waiting:
        return []
    hosts = Counter(claimed.host for claimed in busy)
    claimed: list[Claimed] = []
    with transaction.atomic():
        for webhook_id, url, _ in waiting:
            if len(claimed) == most:
                break
            if hosts[host_of(url)] >= MOST_OF_A_HOST:
                continue
            found = _lease(due.filter(webhook=webhook_id), host_of(url), now=now)
            if found is not None:
                hosts[found.host] += 1
                claimed.append(found)
    return claimed


def _lease(due: QuerySet[Delivery], host: str, *, now: datetime) -> Claimed | None:
    """Claim the first of the due deliveries of a webhook; None if another worker has it, or the
    host gets no more now.
    """
    unlocked = due.select_for_update(of=("self",), skip_locked=True).order_by("next_try_at")
    delivery = unlocked.select_related("webhook").first()
    if delivery is None:
        return None
    standing = quotas.take(HOST_QUOTA, host, now=time())
    if standing is not None and standing.is_exceeded:
        delayed = list(unlocked.values_list("pk", flat=True))
        later = now + timedelta(seconds=standing.reset)
        Delivery.objects.filter(pk__in=delayed).update(next_try_at=later)
        return None
    delivery.next_try_at = now + LEASE
    delivery.save(update_fields=["next_try_at"])
    return Claimed(delivery, delivery.webhook, delivery.next_try_at)


@transaction.atomic
def record(results: Sequence[tuple[Claimed, Result]]) -> None:
    """Store what came of tries, in one transaction.

    Ignores a delivery that was replaced or deleted, or whose lease another worker has.
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
    delivery = webhook.deliveries.filter(pk=claimed.delivery.pk, next_try_at=claimed.lease).first()
    if delivery is None:
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
    webhook.is_slow = result.seconds > SLOW_SECONDS
    webhook.failing_since = None if result.is_success else webhook.failing_since or now
    if delivery.type == CHALLENGE:
        _confirm(webhook, is_confirmed=result.is_success)
    elif _ends(claimed, result, now=now) and webhook.status == Status.ACTIVE:
        reason = Webhook.Reason
        _disable(webhook, reason.GONE if result.status == _GONE else reason.FAILING, now=now)
    webhook.save(update_fields=["is_slow", "failing_since", "status", "reason", *outbox.CURSORS])
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
    return any(signing.answers(challenge, given, key=key) for key in _keys(webhook, at=time()))


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
    news = [News(account_id, DISABLED, {}) for account_id in _readers(webhook)]
    notices.give(news, now=now)


def _readers(webhook: Webhook) -> list[int]:
    """Return the account of a webhook, and the owner of a bot."""
    user = webhook.token.user
    return [account for account in (user.pk, user.owner_id) if account is not None]


def _trim(webhook: Webhook) -> None:
    """Delete finished deliveries beyond the log's length."""
    log = webhook.deliveries.filter(next_try_at__isnull=True).order_by("-created_at", "pk")
    webhook.deliveries.filter(pk__in=list(log.values_list("pk", flat=True)[MOST_KEPT:])).delete()

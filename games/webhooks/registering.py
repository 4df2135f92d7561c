"""Register, list, change and delete the webhooks of a token, and sign their messages.

A webhook ends with its token: a dead token has no webhooks, and housekeeping deletes the rows.
Messages are signed as Standard Webhooks 1.0.0 does (`v1`, HMAC-SHA256):
https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import hmac
import re
import secrets
from base64 import b64encode
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from accounts import locks, statements
from accounts.credentials import tokens
from accounts.refusals import InvalidToken
from games.webhooks.models import CHALLENGE, Delivery, Webhook
from games.webhooks.refusals import (
    DeliveryNotFound,
    TooManyWebhooks,
    WebhookBusy,
    WebhookNotActive,
    WebhookNotFound,
)

SECRET_BYTES = 32


def new_secret() -> bytes:
    """Return a new random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def shown(secret: bytes) -> str:
    """Return a secret as apps store it: ``whsec_`` and Base64."""
    return "whsec_" + b64encode(secret).decode()


def headers(
    body: bytes, *, message_id: str, timestamp: int, keys: Iterable[bytes]
) -> dict[str, str]:
    """Return the headers that identify and sign a body, with a signature of each key.

    ``timestamp`` is the time of the try, in Unix seconds.
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{_hmac(key, signed)}" for key in keys),
    }


def answers(challenge: str, given: object, *, key: bytes) -> bool:
    """Return whether ``given`` proves that its sender knows the secret."""
    wanted = _hmac(key, challenge.encode())
    return isinstance(given, str) and hmac.compare_digest(given.encode(), wanted.encode())


def _hmac(key: bytes, message: bytes) -> str:
    return b64encode(hmac.digest(key, message, "sha256")).decode()


MOST_OF_AN_ACCOUNT = 10
"""Webhooks of all tokens of an account."""
MOST_QUEUED = 100
"""Deliveries of a webhook that wait. While the queue is full, its cursors rest."""
MOST_KEPT = 100
"""Finished deliveries of a webhook in its log."""
CHALLENGED_AFTER = timedelta(seconds=3)
"""From the answer with the secret to the challenge, so that the app can store the secret."""
OLD_SECRET_SIGNS_FOR = timedelta(days=1)

OWNER = Coalesce("token__user__owner", "token__user")
"""The account that a webhook counts to: the owner of a bot."""

_MESSAGE_ID = re.compile("msg_([0-9a-f]{32})")


class IssuedSecret(NamedTuple):
    """A webhook and a secret of it, which is shown once."""

    webhook: Webhook
    secret: bytes


def of_live_tokens(now: datetime, *, prefix: str = "token__") -> Q:
    """Return the condition that the token is live, and its account active and not suspended.

    ``prefix`` leads to the token.
    """
    until = f"{prefix}user__suspended_until"
    return Q(Q(**{until: None}) | Q(**{f"{until}__lte": now})) & Q(
        **{
            f"{prefix}revoked_at": None,
            f"{prefix}expires_at__gt": now,
            f"{prefix}user__is_active": True,
        }
    )


def of_token(token_id: int) -> QuerySet[Webhook]:
    """Return the webhooks of a token, oldest first."""
    return Webhook.objects.filter(token_id=token_id).order_by("pk")


def register(
    account_id: int, token_id: int, *, url: str, events: Collection[str], now: datetime
) -> IssuedSecret:
    """Register an address, which gets a challenge soon and nothing else before it has answered.

    :raises TooManyWebhooks: the account has ``MOST_OF_AN_ACCOUNT``.
    :raises InvalidToken: the token was revoked meanwhile, or its account closed.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    secret = new_secret()
    with transaction.atomic():
        account = locks.lock_active(account_id)
        live = tokens.live(account, now=now)
        if not live.filter(pk=token_id).exists():
            raise InvalidToken("Your token was revoked meanwhile.")
        if Webhook.objects.filter(token__in=live).count() >= MOST_OF_AN_ACCOUNT:
            raise TooManyWebhooks(
                f"An account has at most {MOST_OF_AN_ACCOUNT} webhooks, of all its tokens. "
                "Delete one, or revoke the token of one, first."
            )
        webhook = Webhook.objects.create(
            token_id=token_id, url=url, events=list(events), secret=secret, created_at=now
        )
        Delivery.objects.create(
            webhook=webhook,
            type=CHALLENGE,
            data={"challenge": secrets.token_urlsafe(24)},
            created_at=now,
            next_try_at=now + CHALLENGED_AFTER,
        )
    return IssuedSecret(webhook, secret)


def find(token_id: int, webhook_id: int) -> Webhook:
    """Return a webhook of a token.

    :raises WebhookNotFound: the token has no such webhook.
    """
    return _found(of_token(token_id), webhook_id)


def delete(token_id: int, webhook_id: int) -> None:
    """Delete a webhook, and what waits for it. Raises as :func:`find`."""
    with transaction.atomic():
        _locked(token_id, webhook_id).delete()


def change_secret(token_id: int, webhook_id: int, *, now: datetime) -> IssuedSecret:
    """Give a webhook a new secret. For ``OLD_SECRET_SIGNS_FOR`` the old one signs too.

    Raises as :func:`find`.
    """
    with transaction.atomic():
        webhook = _locked(token_id, webhook_id)
        webhook.old_secret, webhook.old_secret_until = webhook.secret, now + OLD_SECRET_SIGNS_FOR
        webhook.secret = new_secret()
        webhook.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return IssuedSecret(webhook, webhook.secret)


def deliveries(token_id: int, webhook_id: int) -> QuerySet[Delivery]:
    """Return the deliveries of a webhook, newest first: what waits, and the log.

    Raises as :func:`find`.
    """
    return find(token_id, webhook_id).deliveries.order_by("-created_at", "pk")


def deliver_again(token_id: int, webhook_id: int, message_id: str, *, now: datetime) -> Delivery:
    """Try a delivery at once, and later as a new one; it keeps its id.

    :raises WebhookNotFound: the token has no such webhook.
    :raises DeliveryNotFound: the webhook has no such delivery.
    :raises WebhookNotActive: the webhook is not confirmed, or disabled.
    :raises WebhookBusy: its queue is full.
    """
    with transaction.atomic():
        webhook = _locked(token_id, webhook_id)
        log = webhook.deliveries.exclude(type=CHALLENGE)
        delivery = log.select_for_update().filter(pk=_key(message_id)).first()
        if delivery is None:
            raise DeliveryNotFound
        if webhook.status != Webhook.Status.ACTIVE:
            raise WebhookNotActive("Only an active webhook gets deliveries. Register a new one.")
        if delivery.status != Delivery.Status.QUEUED:
            if queued(webhook).count() >= MOST_QUEUED:
                raise WebhookBusy(f"At most {MOST_QUEUED} deliveries wait. Try again later.")
            delivery.status, delivery.tries, delivery.next_try_at = Delivery.Status.QUEUED, 0, now
            delivery.save(update_fields=["status", "tries", "next_try_at"])
    return delivery


def queued(webhook: Webhook) -> QuerySet[Delivery]:
    """Return the deliveries of a webhook that wait."""
    return webhook.deliveries.filter(next_try_at__isnull=False)


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` webhooks of dead tokens; return how many rows were deleted."""
    dead = Webhook.objects.filter(Q(token__expires_at__lte=now) | Q(token__revoked_at__lte=now))
    return statements.delete_first(dead, by="pk", most=most)


def _key(message_id: str) -> UUID:
    match = _MESSAGE_ID.fullmatch(message_id)
    if match is None:
        raise DeliveryNotFound
    return UUID(match[1])


def _locked(token_id: int, webhook_id: int) -> Webhook:
    return _found(of_token(token_id).select_for_update(), webhook_id)


def _found(webhooks: QuerySet[Webhook], webhook_id: int) -> Webhook:
    webhook = webhooks.filter(pk=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    return webhook

"""Render webhooks and deliveries as JSON."""

from datetime import datetime

from games.api.positions.members import Json
from games.engine.chain import time_text
from games.webhooks import signing
from games.webhooks.models import Delivery, Webhook
from games.webhooks.registering import IssuedSecret


def webhook(webhook: Webhook) -> Json:
    """Return a webhook as JSON."""
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "events": webhook.events,
        "status": webhook.status,
        "reason": webhook.reason or None,
        "created_at": time_text(webhook.created_at),
        "failing_since": _time(webhook.failing_since),
        "old_secret_until": _time(webhook.old_secret_until),
    }


def issued(registered: IssuedSecret) -> Json:
    """Return a webhook as JSON, with its new secret."""
    return webhook(registered.webhook) | {"secret": signing.shown(registered.secret)}


def delivery(delivery: Delivery) -> Json:
    """Return a delivery as JSON."""
    return {
        "id": delivery.message_id,
        "type": delivery.type,
        "status": delivery.status,
        "created_at": time_text(delivery.created_at),
        "tries": delivery.tries,
        "tried_at": _time(delivery.tried_at),
        "answer": delivery.answer,
        "error": delivery.error or None,
        "next_try_at": _time(delivery.next_try_at),
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else time_text(at)

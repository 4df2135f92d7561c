"""Webhooks and deliveries in answers."""

from typing import Annotated, TypedDict

from api_kit.answers import Time
from games.play.api.entries import fill
from games.webhooks import registering
from games.webhooks.models import CHALLENGE, Delivery, EventType, Webhook
from games.webhooks.registering import IssuedSecret


class WebhookJson(TypedDict):
    """A webhook, without its secrets."""

    id: int
    url: str
    events: list[Annotated[str, EventType]]
    status: Annotated[str, Webhook.Status]
    reason: Annotated[str | None, Webhook.Reason, "Why it is disabled."]
    created_at: Time
    failing_since: Annotated[Time | None, "First failure since the last success."]
    old_secret_until: Annotated[Time | None, "Until then the secret before signs too."]


class IssuedWebhook(WebhookJson):
    """A webhook with its secret, which is shown once."""

    secret: Annotated[str, "`whsec_` and 32 bytes in Base64."]


class WebhookList(TypedDict):
    """The webhooks of the token, oldest first."""

    webhooks: list[WebhookJson]


class DeliveryJson(TypedDict):
    """A message that waits, or that was tried."""

    id: Annotated[str, "The `webhook-id` of every try."]
    type: Annotated[str, (*EventType.values, CHALLENGE)]
    status: Annotated[str, Delivery.Status]
    created_at: Time
    tries: Annotated[int, "Tries with a result."]
    tried_at: Annotated[Time | None, "The last try."]
    answer: Annotated[int | None, "HTTP status of the last try."]
    error: Annotated[str | None, "A code: why the last try failed. docs/api/webhooks lists them."]
    next_try_at: Time | None


class DeliveryList(TypedDict):
    """What waits for a webhook, and its last 100 finished deliveries, newest first."""

    deliveries: list[DeliveryJson]


def webhook(webhook: Webhook) -> WebhookJson:
    """Return a webhook as JSON."""
    return fill(WebhookJson, webhook, id=webhook.pk, reason=webhook.reason or None)


def issued(registered: IssuedSecret) -> IssuedWebhook:
    """Return a webhook as JSON, with its new secret."""
    return IssuedWebhook(**webhook(registered.webhook), secret=registering.shown(registered.secret))


def delivery(delivery: Delivery) -> DeliveryJson:
    """Return a delivery as JSON."""
    return fill(DeliveryJson, delivery, id=delivery.message_id, error=delivery.error or None)

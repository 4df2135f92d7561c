"""Refusals of webhooks."""

from games.engine.refusals import NotNow, Refusal


class WebhookNotFound(Refusal):
    """The token has no such webhook."""

    code = "webhook_not_found"
    sentence = "This token has no such webhook. GET /api/v1/me/webhooks lists its own."


class DeliveryNotFound(Refusal):
    """The log of the webhook has no such delivery."""

    code = "delivery_not_found"
    sentence = "The last 100 deliveries of this webhook have no such id."


class TooManyWebhooks(NotNow):
    """The account has the maximum number of webhooks."""

    code = "too_many_webhooks"


class WebhookNotActive(NotNow):
    """The webhook is not confirmed, or disabled."""

    code = "webhook_not_active"


class WebhookBusy(NotNow):
    """The queue of the webhook is full."""

    code = "webhook_busy"

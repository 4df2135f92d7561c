"""Refusals of webhooks."""

from api_kit.refusals import Conflict, NotFound


class WebhookNotFound(NotFound, code="webhook_not_found", title="No such webhook"):
    """A token finds only the webhooks that were registered with it."""


class DeliveryNotFound(NotFound, code="delivery_not_found", title="No such delivery"):
    """The log of a webhook has its last 100 deliveries."""


class TooManyWebhooks(Conflict, code="too_many_webhooks", title="Too many webhooks"):
    """An account has at most 10, of all its tokens. Delete one first."""


class WebhookNotActive(Conflict, code="webhook_not_active", title="The webhook is not active"):
    """It has not answered its challenge, or it is disabled."""


class WebhookBusy(Conflict, code="webhook_busy", title="The queue is full"):
    """At most 100 deliveries of a webhook wait."""

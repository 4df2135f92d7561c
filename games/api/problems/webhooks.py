"""Problems of webhooks."""

from api_kit.problems import table

WEBHOOKS = table("""
    404 webhook_not_found: No such webhook
        A token finds only the webhooks that were registered with it.
    404 delivery_not_found: No such delivery
        The log of a webhook has its last 100 deliveries.
    409 too_many_webhooks: Too many webhooks
        An account has at most 10, of all its tokens. Delete one first.
    409 webhook_not_active: The webhook is not active
        It has not answered its challenge, or it is disabled.
    409 webhook_busy: The queue is full
        At most 100 deliveries of a webhook wait.
""")

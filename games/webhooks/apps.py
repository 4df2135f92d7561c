"""The Django application of webhooks."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Addresses of apps, and the events that are delivered to them."""

    name = "games.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"

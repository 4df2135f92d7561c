"""The disputes application."""

from django.apps import AppConfig


class DisputesConfig(AppConfig):
    """Complaints about games, rulings on them, and the audit of both."""

    name = "games.disputes"
    label = "disputes"
    verbose_name = "Disputes"

"""The Django application of disputes."""

from django.apps import AppConfig


class DisputesConfig(AppConfig):
    """Complaints about games, rulings on them, and the audit log."""

    name = "games.desk"
    label = "disputes"
    verbose_name = "Disputes"

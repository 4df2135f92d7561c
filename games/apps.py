"""The Django applications of this package: games, disputes, classes, tournaments and webhooks."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Go Fish"

    def ready(self) -> None:
        """Restore the triggers of the move log after migrations: remaking a table drops them."""
        from games.log import triggers

        pre_migrate.connect(triggers.close_before_migrate, sender=self)
        post_migrate.connect(triggers.guard_after_migrate, sender=self)


class DisputesConfig(AppConfig):
    """Complaints about games, rulings on them, and the audit log."""

    name = "games.desk"
    label = "disputes"
    verbose_name = "Disputes"


class ClassesConfig(AppConfig):
    name = "games.classes"
    label = "classes"
    verbose_name = "Classes"


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"


class WebhooksConfig(AppConfig):
    """Addresses of apps, and the events that are delivered to them."""

    name = "games.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"

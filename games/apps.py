"""The games application."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    """Games, seats, the move log and the positions cached beside it."""

    name = "games"
    verbose_name = "Go Fish"

    def ready(self) -> None:
        """Guard the move log again after every migration: remaking a table drops its triggers."""
        from games.log import triggers

        post_migrate.connect(triggers.guard_after_migrate, sender=self)

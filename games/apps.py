"""The games application."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    """Games, seats, the move log and its cached positions."""

    name = "games"
    verbose_name = "Go Fish"

    def ready(self) -> None:
        """Restore the triggers of the move log after every migration, since remaking a table drops
        them.
        """
        from games.log import triggers

        pre_migrate.connect(triggers.close_before_migrate, sender=self)
        post_migrate.connect(triggers.guard_after_migrate, sender=self)

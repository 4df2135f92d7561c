"""The Django application of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, their players, tables and decisions."""

    name = "games.tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"

"""The results of players, counted."""

from django.conf import settings
from django.db import models


class PlayerStatistics(models.Model):
    """The results of an account in the finished games of a preset, kept by
    ``services.moves.statistics``.

    A cache: ``queries.results.by_preset`` counts the same from the games.
    """

    pk = models.CompositePrimaryKey("account_id", "preset")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    preset = models.CharField(max_length=32)
    played = models.IntegerField(default=0)
    won = models.IntegerField(default=0, help_text="Won alone.")
    shared = models.IntegerField(default=0, help_text="Won with others.")
    lost = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.preset} of account {self.account_id}"

"""The tables of looking for opponents: requests of quick match, and what bots offer."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models.games import Game


class Match(models.Model):
    """An account's request for a table of quick match, and the game that it led to.

    One for each account.
    """

    id = models.BigIntegerField(primary_key=True, editable=False)
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    preset = models.CharField(max_length=32)
    overlays = models.JSONField(default=list)
    seats = models.SmallIntegerField()
    table = models.CharField(
        max_length=255, help_text="What those who sit down together have agreed on, in short."
    )
    level = models.CharField(max_length=32, help_text="Of the bots that fill the table.")
    rated = models.BooleanField(
        db_default=False, help_text="Whether the player agrees that the game is rated."
    )
    mu = models.FloatField(
        null=True, help_text="Of a rating that is certain enough to choose opponents by."
    )
    until = models.DateTimeField(help_text="When bots fill it.")
    widens_at = models.DateTimeField(
        null=True, help_text="When opponents of more different strength fit; null if all fit."
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="+", null=True, db_index=False
    )

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["table", "id"], name="matches_by_table", condition=Q(game__isnull=True)
            ),
            models.Index(fields=["until"], name="matches_by_end", condition=Q(game__isnull=True)),
            models.Index(
                fields=["widens_at"],
                name="matches_by_widening",
                condition=Q(game__isnull=True, widens_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)


class BotOffer(models.Model):
    """The presets that a bot plays, by its owner; shown to players who look for an opponent."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    presets = models.JSONField(default=list, help_text="Names of presets.")

    def __str__(self) -> str:
        return f"{', '.join(self.presets)} of account {self.account_id}"


class BotStatus(models.Model):
    """What a bot accepts now, as the bot itself announces; it expires without a heartbeat."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    at = models.DateTimeField(help_text="Of the last heartbeat.")
    presets = models.JSONField(default=list, help_text="Names of presets.")
    seats = models.JSONField(default=list, help_text="Numbers of seats of a table.")
    turn_seconds_min = models.IntegerField(
        null=True, help_text="The shortest turn that it accepts; null for any."
    )
    untimed = models.BooleanField(default=True, help_text="Whether it plays without a clock.")
    capacity = models.SmallIntegerField(help_text="How many more games it accepts now.")

    class Meta:
        verbose_name_plural = "bot statuses"

    def __str__(self) -> str:
        return f"capacity {self.capacity} of account {self.account_id}"

"""The tables of presence: spectators of games, and when accounts were last seen."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models.games import Game


class Audience(models.Model):
    """How many watched a game without a seat in one process, when it last counted them
    (``queries.presence``).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    process = models.CharField(max_length=16, help_text="Random, new with every process.")
    spectators = models.IntegerField()
    registered = models.IntegerField(
        default=0, db_default=0, help_text="The registered people among them."
    )
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "process"], name="one_audience_a_process"),
        ]

    def __str__(self) -> str:
        return f"{self.spectators} watching {ids.to_text(self.game_id)}"


class LastSeen(models.Model):
    """When an account was last seen, and at which table (``queries.presence``)."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    at = models.DateTimeField(help_text="To within half a minute.")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="+", null=True, db_index=False
    )
    is_bot = models.BooleanField(help_text="As of the account, where it never changes.")

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-at"], name="bots_last_seen", condition=Q(is_bot=True)),
            models.Index(
                fields=["-at"],
                name="people_last_seen",
                condition=Q(is_bot=False, game__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"account {self.account_id} at {self.at:%Y-%m-%d %H:%M:%S}Z"


class Emote(models.Model):
    """An emote on SQLite, for the processes that poll the file; deleted with the next one after
    seconds (``notify.emotes``).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.SmallIntegerField()
    emote = models.CharField(max_length=16)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.emote} of seat {self.seat} in {ids.to_text(self.game_id)}"

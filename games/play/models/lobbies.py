"""The tables of lobbies: invitations, and exits of players."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.log import ids
from games.log.models.games import Game


class DeclineReason(models.TextChoices):
    """Why a player declines an invitation."""

    LATER = "later", "not now"
    RULES = "rules", "not these rules"
    CLOCK = "clock", "not this clock"
    NO_BOTS = "no_bots", "not with bots"
    OTHER = "other", "another reason"


class Invitation(models.Model):
    """An offer of a seat in a lobby to an account; deleted when the lobby ends.

    One that was declined stays until then, so that the player is not invited again.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)
    decline_reason = models.CharField(
        max_length=16, blank=True, default="", help_text="A code, or empty for none."
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "account"], name="invited_once"),
        ]

    def __str__(self) -> str:
        return f"invitation to {ids.to_text(self.game_id)}"


class LobbyExit(models.Model):
    """How often an account has left a seat of a lobby, or was removed; deleted with the end of the
    lobby.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    count = models.SmallIntegerField(default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "game"], name="one_count_of_exits"),
        ]

    def __str__(self) -> str:
        return f"{self.count} exits from {ids.to_text(self.game_id)}"

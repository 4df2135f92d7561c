"""The table of taken seats."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models.games import Game
from games.play import characters


class SeatResult(models.TextChoices):
    """How a finished game ended for a seat."""

    WON = "won", "won alone"
    SHARED = "shared", "won with others"
    LOST = "lost", "lost"


class Seat(models.Model):
    """A taken seat. Seat numbers are final from the start of the game on."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.SmallIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="seats",
        db_index=False,
        null=True,
        blank=True,
    )
    bot = models.CharField(
        max_length=32, blank=True, help_text="Level of the built-in bot that sits there instead."
    )
    seen_at = models.DateTimeField(null=True, help_text="To within half a minute.")
    result = models.CharField(  # noqa: DJ001 - NULL, so that its index holds finished games only
        max_length=8,
        null=True,
        editable=False,
        choices=SeatResult.choices,
        help_text="After rulings, also against built-in bots; null if the game does not count.",
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["account", "id"],
                name="seats_by_arrival",
                condition=Q(account__isnull=False),
            ),
            models.Index(
                fields=["account", "result", "-game"],
                name="seats_by_result",
                condition=Q(result__isnull=False),
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["account", "game"], name="one_seat_a_player"),
            models.CheckConstraint(
                condition=Q(account__isnull=False, bot="") | Q(account__isnull=True, bot__gt=""),
                name="a_player_or_a_bot_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {ids.to_text(self.game_id)}"

    @property
    def player(self) -> str:
        """The name of the player or bot, for people to read: the username, and the display name."""
        if self.account is None:
            return f"{characters.of_seat(self.game_id, self.number).name} (bot, {self.bot})"
        name = self.account.shown_name
        return self.account.username + (f" ({name})" if name else "")

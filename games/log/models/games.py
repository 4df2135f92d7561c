"""The tables of games, one row for each without its moves, and of taken seats."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT

from games.engine.state import State
from games.log import ids


class GameStatus(models.TextChoices):
    """The status of a game."""

    LOBBY = "lobby", "waiting for players"
    RUNNING = "running", "being played"
    OVER = "over", "over"
    CLOSED = "closed", "closed before it started"

    @classmethod
    def of_state(cls, state: State) -> "GameStatus":
        """Return the status of a game with this position."""
        if state.phase in ("new", "lobby"):
            return cls.LOBBY
        if state.phase == "closed":
            return cls.CLOSED
        return cls.OVER if state.is_over else cls.RUNNING


OPEN = (GameStatus.LOBBY, GameStatus.RUNNING)
"""The statuses of games that have not ended."""


class Game(models.Model):
    """A game without its moves. Little here changes after its creation."""

    id = models.BigIntegerField(primary_key=True, editable=False)
    status = models.CharField(max_length=7, choices=GameStatus.choices, default=GameStatus.LOBBY)
    preset = models.CharField(max_length=32)
    overlays = models.JSONField(default=list)
    rules = models.TextField(help_text="Every option, as canonical JSON; as in the first move.")
    seat_count = models.SmallIntegerField()
    seed = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, help_text="To the seed; as in the first move.")
    is_private = models.BooleanField(default=False)
    join_code = models.CharField(
        max_length=8, blank=True, help_text="Opens a private game's seats."
    )
    watch_code = models.CharField(
        max_length=8,
        blank=True,
        default="",
        help_text="Lets others watch a private game; empty for none.",
    )
    supervisor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="Watches a private game without a seat: the teacher of its class.",
    )
    has_spectators = models.BooleanField(default=True)
    allows_bots = models.BooleanField(default=True)
    has_emotes = models.BooleanField(
        default=True, db_default=True, help_text="Not of the rules: no move has it."
    )
    turn_seconds = models.IntegerField(
        null=True, blank=True, help_text="Null for no time limit; as in the first move."
    )
    on_abandon = models.CharField(max_length=8, db_default="end", help_text="As in the first move.")
    aids = models.BooleanField(
        db_default=False,
        help_text="Whether programs may show players what they could know; as in the first move.",
    )
    rated = models.BooleanField(
        db_default=False,
        help_text="Whether its result is to change ratings; as in the first move.",
    )
    free_seats = models.SmallIntegerField(
        db_default=0, help_text="Of a lobby; 0 from the start or the closing on."
    )
    rematch_of = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rematches",
        db_index=False,
    )
    imported_from = models.JSONField(
        null=True,
        blank=True,
        help_text="Id and players on the server that it was played on, and the last digest.",
    )
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(status__in=GameStatus.values), name="game_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status=GameStatus.OVER, finished_at__isnull=False)
                | (~Q(status=GameStatus.OVER) & Q(finished_at__isnull=True)),
                name="only_games_over_are_finished",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status=GameStatus.CLOSED),
                name="one_open_rematch_a_game",
            ),
            models.UniqueConstraint(
                KT("imported_from__digest"),
                condition=Q(imported_from__isnull=False),
                name="a_transcript_is_imported_once",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "-id"], name="games_by_status"),
            models.Index(fields=["preset", "-id"], name="games_by_preset"),
            models.Index(fields=["seat_count", "-id"], name="games_by_seats"),
            models.Index(fields=["allows_bots", "-id"], name="games_by_bots"),
            models.Index(fields=["turn_seconds", "-id"], name="games_by_clock"),
            models.Index(
                fields=["-id"], name="games_with_free_seats", condition=Q(free_seats__gt=0)
            ),
            models.Index(
                fields=["rematch_of"],
                name="rematches_by_game",
                condition=Q(rematch_of__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)


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
        return f"seat {self.number + 1} of {ids.to_text(self.game_id)}"

    @property
    def player(self) -> str:
        """The name of the player or bot, for people to read: the username, and the display name."""
        if self.account is None:
            return f"{ids.character_of_seat(self.game_id, self.number).name} (bot, {self.bot})"
        name = self.account.shown_name
        return self.account.username + (f" ({name})" if name else "")

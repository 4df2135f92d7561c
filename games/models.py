"""The tables of games: columns and constraints only.

``log.writer`` alone writes moves and positions.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT

from games import ids
from games.engine.commands import LEVELS, Level
from games.engine.state import State


class GameStatus(models.TextChoices):
    """The status of a game."""

    LOBBY = "lobby", "waiting for players"
    RUNNING = "running", "being played"
    OVER = "over", "over"
    CLOSED = "closed", "closed before it started"

    @classmethod
    def of(cls, state: State) -> "GameStatus":
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
    has_spectators = models.BooleanField(default=True)
    allows_bots = models.BooleanField(default=True)
    turn_seconds = models.IntegerField(
        null=True, blank=True, help_text="Null for no time limit; as in the first move."
    )
    on_abandon = models.CharField(max_length=8, db_default="end", help_text="As in the first move.")
    aids = models.BooleanField(
        db_default=False,
        help_text="Whether programs may show players what they could know; as in the first move.",
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

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
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
    def level(self) -> Level | None:
        """The level of the built-in bot in this seat, or None."""
        return next((level for level in LEVELS if level == self.bot), None)

    @property
    def player(self) -> str:
        """The name of the player or bot, for people to read: the username, and the display name."""
        if self.account is None:
            return f"bot ({self.bot})"
        name = self.account.shown_name
        return self.account.username + (f" ({name})" if name else "")


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
    until = models.DateTimeField(help_text="When bots fill it.")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="+", null=True, db_index=False
    )

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["table", "id"], name="matches_by_table", condition=Q(game__isnull=True)
            ),
            models.Index(fields=["until"], name="matches_by_end", condition=Q(game__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)


class Move(models.Model):
    """One accepted command with the events it caused.

    Rows are added and never changed (``log.triggers``).
    """

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="moves", db_index=False)
    number = models.IntegerField(help_text="From 1, without gaps.")
    seat = models.SmallIntegerField(null=True, help_text="None for the referee's own moves.")
    schema = models.SmallIntegerField(help_text="Version of the codec that wrote the row.")
    command = models.TextField(help_text="Canonical JSON.")
    events = models.TextField(help_text="Canonical JSON, a list, oldest first.")
    at = models.DateTimeField(help_text="UTC, to the microsecond.")
    digest = models.BinaryField(max_length=32, help_text="Link of the chain (engine.chain).")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(number__gte=1), name="moves_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"move {self.number} of {ids.to_text(self.game_id)}"


class Position(models.Model):
    """The end of a game's log, ready to be played on: a cache that can be rebuilt from the moves."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True)
    version = models.IntegerField(help_text="Number of the last move.")
    digest = models.BinaryField(max_length=32, help_text="Digest of the last move.")
    state = models.TextField(help_text="The position as JSON (engine.snapshot).")
    deadline = models.DateTimeField(
        null=True,
        help_text="When the referee acts for the seat that the game waits for, or closes the lobby.",
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(version__gte=1), name="positions_follow_a_move"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["deadline"],
                name="positions_by_deadline",
                condition=Q(deadline__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{ids.to_text(self.game_id)} after move {self.version}"


class Audience(models.Model):
    """How many watched a game without a seat in one process, when it last counted them
    (``queries.presence``).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    process = models.CharField(max_length=16, help_text="Random, new with every process.")
    spectators = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "process"], name="one_audience_a_process"),
        ]

    def __str__(self) -> str:
        return f"{self.spectators} watching {ids.to_text(self.game_id)}"


class RefereeRound(models.Model):
    """When a referee, in whatever process, last looked at all games
    (``services.referee_heartbeat``): one row.
    """

    ONLY: ClassVar[int] = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(id=1), name="one_last_round"),
        ]

    def __str__(self) -> str:
        return f"round at {self.at:%Y-%m-%d %H:%M:%S}Z"


class StoredAnswer(models.Model):
    """The answer to a command with an ``Idempotency-Key``, returned to every retry."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=64)
    fingerprint = models.BinaryField(max_length=32, help_text="Of method, path and body.")
    status = models.SmallIntegerField()
    headers = models.JSONField()
    body = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "key"], name="one_answer_a_key"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["at"], name="answers_by_age")]

    def __str__(self) -> str:
        return f"answer at {self.at:%Y-%m-%d %H:%M}Z"


class PlayerStatistics(models.Model):
    """The results of an account in the finished games of a preset, kept by ``services.statistics``.

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
        ]

    def __str__(self) -> str:
        return f"account {self.account_id} at {self.at:%Y-%m-%d %H:%M:%S}Z"


class BotOffer(models.Model):
    """What a bot's owner says that the bot plays; shown to players who look for an opponent."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    presets = models.JSONField(default=list, help_text="Names of presets.")

    def __str__(self) -> str:
        return f"{', '.join(self.presets)} of account {self.account_id}"

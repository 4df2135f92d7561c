"""The tables of the log: games, taken seats, moves, archived games, stored answers, presence.

``log.writer`` alone writes moves and positions. ``log.archiving`` alone writes archived games and
dictionaries, whose rows are added and never changed (``log.triggers``).
"""

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


class Move(models.Model):
    """One accepted command with the events it caused.

    Rows are added and never changed (``log.triggers``).
    """

    pk = models.CompositePrimaryKey("game_id", "number")
    # A constraint would lock the game's row for each move. SQLite still has it: see the migration.
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="moves", db_index=False, db_constraint=False
    )
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
    """The end of a game's log, ready for the next move: a cache that the moves can rebuild."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True)
    version = models.IntegerField(help_text="Number of the last move.")
    digest = models.BinaryField(max_length=32, help_text="Digest of the last move.")
    state = models.TextField(help_text="The position as JSON (engine.snapshot).")
    deadline = models.DateTimeField(
        null=True,
        help_text="When the referee acts for the seat that the game waits for, or closes the lobby.",
    )
    check_at = models.DateTimeField(
        null=True,
        help_text="When the referee looks at the deadline: never later than it, and seldom changed.",
    )
    revision = models.IntegerField(
        default=0,
        db_default=0,
        help_text="How often the clock was changed without a move, such as after an outage.",
    )
    paused_left = models.DurationField(
        null=True,
        help_text="Of a paused game: what is left on its clock, and no deadline. Else null.",
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(version__gte=1), name="positions_follow_a_move"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["check_at"],
                name="positions_by_check",
                condition=Q(check_at__isnull=False),
            ),
            # For deadlines that 0.2.0 writes, without check_at. Goes with 0.4.0.
            models.Index(
                fields=["deadline"],
                name="positions_by_deadline",
                condition=Q(deadline__isnull=False),
            ),
            # Readers of SQLite's file look for them at each commit.
            models.Index(
                fields=["game"], name="paused_positions", condition=Q(paused_left__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{ids.to_text(self.game_id)} after move {self.version}"


class ArchiveDictionary(models.Model):
    """A dictionary that archived games were compressed with."""

    id = models.SmallIntegerField(primary_key=True, help_text="From 1; as in the frames.")
    trained_at = models.DateTimeField()
    sha256 = models.BinaryField(max_length=32, help_text="Of the data.")
    data = models.BinaryField(help_text="A dictionary of Zstandard.")

    class Meta:
        verbose_name_plural = "archive dictionaries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(id__gte=1), name="dictionaries_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"archive dictionary {self.pk}"


class ArchivedGame(models.Model):
    """All moves of a game up to a number, compressed.

    A game that was restored and has moved on gets another row. The one with the most moves counts.
    """

    pk = models.CompositePrimaryKey("game_id", "moves")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    archived_at = models.DateTimeField()
    moves = models.IntegerField(help_text="Their number, and so the number of the last.")
    dictionary = models.ForeignKey(
        ArchiveDictionary, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    digest = models.BinaryField(max_length=32, help_text="Of the last move.")
    data = models.BinaryField(help_text="As log.archive.frames writes it.")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(moves__gte=1), name="archived_games_have_moves"),
        ]

    def __str__(self) -> str:
        return f"{ids.to_text(self.game_id)} up to move {self.moves}"


class StoredAnswer(models.Model):
    """The answer to a command with an ``Idempotency-Key``, returned to every retry."""

    # The database does not check the account: the check locks its row for each ask. An answer that
    # is stored while its account is deleted is purged after a day.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    key = models.CharField(max_length=64)
    fingerprint = models.BinaryField(
        max_length=32, help_text="Of method, path and body; the first 16 bytes if compressed."
    )
    status = models.SmallIntegerField()
    headers = models.JSONField(help_text="Empty if compressed: they are in the body then.")
    body = models.BinaryField()
    dictionary = models.SmallIntegerField(
        null=True, help_text="That compresses the body; null if it is not compressed."
    )
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return f"answer at {self.at:%Y-%m-%d %H:%M}Z"


class Audience(models.Model):
    """How many people without a seat watched a game in one process, at its last count
    (``games.play.presence``).
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
    """When an account was last seen, and at which table (``games.play.presence``)."""

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
    seconds (``notify.notifications``).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.SmallIntegerField()
    emote = models.CharField(max_length=16)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.emote} of seat {self.seat + 1} in {ids.to_text(self.game_id)}"

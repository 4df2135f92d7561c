"""The tables of the log and its archive, of answers stored for retries, and of presence.

``log.writer`` alone writes moves and positions. ``log.archiving`` alone writes archived games and
dictionaries, whose rows are added and never changed (``log.triggers``).
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models.games import Game


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

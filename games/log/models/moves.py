"""The tables of the log: moves, and the position that they lead to.

``log.writer`` alone writes them.
"""

from typing import ClassVar

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
    """The end of a game's log, ready to be played on: a cache that can be rebuilt from the
    moves.
    """

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

"""The tables of the archive: finished games in one row each, and the dictionaries to read them.

``log.archiving`` alone writes them. Rows are added and never changed (``log.triggers``).
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models.games import Game


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

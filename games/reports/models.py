"""The table of analyses: the queue of those to compute, and the results.

``games.reports`` alone writes it. It is a cache: every row can be computed again from the log.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models import Game


class GameAnalysis(models.Model):
    """The analysis of a finished game by one version of the models, or the job to compute it."""

    class Status(models.TextChoices):
        """How far the job is."""

        QUEUED = "queued", "waits for the worker"
        RUNNING = "running", "being computed"
        DONE = "done", "stored"
        FAILED = "failed", "given up"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    model = models.CharField(max_length=16, help_text="The version of the models.")
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.QUEUED)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Null for a command, and for a closed account.",
    )
    requested_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, help_text="Start of the last try.")
    lease_until = models.DateTimeField(
        null=True, help_text="The worker is alive until then; another may try after it."
    )
    finished_at = models.DateTimeField(null=True)
    tries = models.SmallIntegerField(default=0, help_text="How often a worker has begun.")
    fault = models.CharField(
        max_length=16, blank=True, help_text="Why it failed: a code of services.analyses."
    )
    data = models.BinaryField(null=True, help_text="JSON, compressed by queries.analyses.packing.")

    class Meta:
        verbose_name_plural = "game analyses"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "model"], name="one_analysis_a_model"),
            models.CheckConstraint(
                condition=Q(status="done", data__isnull=False)
                | (~Q(status="done") & Q(data__isnull=True)),
                name="only_analyses_done_have_data",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["requested_at", "id"],
                name="analyses_to_do",
                condition=Q(status__in=("queued", "running")),
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of {ids.to_text(self.game_id)}, {self.status}"

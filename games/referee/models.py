"""The heartbeat of referees."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class RefereeRound(models.Model):
    """When a referee, in whatever process, last looked at all games
    (``services.referee``): one row.
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

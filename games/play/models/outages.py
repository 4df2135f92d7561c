"""When the service could commit commands, and when it could not."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class ServiceHeartbeat(models.Model):
    """When a process that serves commands last showed that they can be committed: one row."""

    ONLY: ClassVar[int] = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY)
    at = models.DateTimeField(help_text="By the clock of the database.")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(id=1), name="one_service_heartbeat"),
        ]

    def __str__(self) -> str:
        return f"heartbeat at {self.at:%Y-%m-%d %H:%M:%S}Z"


class Outage(models.Model):
    """A time in which no command could be committed, so that no clock of a game ran."""

    began = models.DateTimeField(help_text="The last heartbeat before it.")
    ended = models.DateTimeField(help_text="The first heartbeat after it.")
    reached = models.DateTimeField(
        null=True, help_text="Deadlines from here on are moved already; null before the first."
    )
    settled_at = models.DateTimeField(
        null=True, help_text="When all clocks that ran had the time back."
    )

    def __str__(self) -> str:
        return f"outage from {self.began:%Y-%m-%d %H:%M:%S}Z to {self.ended:%H:%M:%S}Z"

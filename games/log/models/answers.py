"""The answers stored for retries."""

from typing import ClassVar

from django.conf import settings
from django.db import models


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

"""The tables of webhooks: addresses with their cursors, what they follow, and deliveries.

``registering`` creates webhooks, ``outbox`` moves the cursors, ``delivering`` writes results.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from accounts.models import Token
from games.log.models import Game, GameStatus
from games.tournaments.models import Tournament

LONGEST_URL = 500


class EventType(models.TextChoices):
    """What an app is notified of."""

    TURN_YOURS = "turn.yours", "a game waits for a move of the account"
    GAME_STARTED = "game.started", "a game of the account started"
    GAME_OVER = "game.over", "a game of the account is over"
    INVITATION_RECEIVED = "invitation.received", "the account was invited to a game"
    MATCH_FOUND = "match.found", "quick match found a table"
    DISPUTE_RULED = "dispute.ruled", "a dispute that concerns the account was ruled on"
    NOTICE = "notice", "the account has a new notice"
    TOURNAMENT_ROUND = "tournament.round", "a tournament waits for the account to confirm a round"
    TABLE_READY = "tournament.table_ready", "a table of a tournament is ready for the account"
    TOURNAMENT_OVER = "tournament.over", "a tournament of the account has ended"


CHALLENGE = "challenge"
"""The type of the one message that an unconfirmed address gets."""


class Webhook(models.Model):
    """An address that an app registered with its token. It ends with the token.

    The cursors are the last rows of the account that were turned into events. Such ids grow in the
    order of their commits, because each transaction that adds one holds the lock of the account.
    """

    class Status(models.TextChoices):
        """Whether events are sent."""

        UNCONFIRMED = "unconfirmed", "waits for the answer to the challenge"
        ACTIVE = "active", "receives events"
        DISABLED = "disabled", "receives nothing any more"

    class Reason(models.TextChoices):
        """Why a webhook is disabled."""

        UNANSWERED = "challenge_unanswered", "the challenge was not answered as required"
        GONE = "gone", "the address answered 410"
        FAILING = "failing", "every try failed for ten days"

    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=LONGEST_URL)
    events = models.JSONField(help_text="Types of events.")
    secret = models.BinaryField(max_length=32, editable=False)
    old_secret = models.BinaryField(max_length=32, null=True, editable=False)
    old_secret_until = models.DateTimeField(
        null=True, help_text="Until then the old secret signs too."
    )
    status = models.CharField(max_length=11, choices=Status.choices, default=Status.UNCONFIRMED)
    reason = models.CharField(max_length=20, choices=Reason.choices, blank=True)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(
        null=True, help_text="First failure since the last success; null if the last try succeeded."
    )
    tried_at = models.DateTimeField(null=True, help_text="End of the last try.")
    slow_at = models.DateTimeField(null=True, help_text="End of the last try that took long.")
    # Only processes of 0.2, which may still run next to newer ones, use this.
    is_slow = models.BooleanField(default=False, help_text="Whether the last answer took long.")
    last_seat = models.BigIntegerField(default=0)
    last_invitation = models.BigIntegerField(default=0)
    last_notice = models.BigIntegerField(default=0)
    last_match = models.BigIntegerField(default=0)
    last_entrant = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"webhook {self.pk} of token {self.token_id}"


class FollowedGame(models.Model):
    """How far the events of one open game were turned into deliveries of a webhook."""

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="followed", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    version = models.IntegerField(default=0, help_text="Number of the last move that was read.")
    status = models.CharField(max_length=7, choices=GameStatus.choices, default=GameStatus.LOBBY)

    class Meta:
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["webhook", "game"], name="followed_once"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} at move {self.version} for webhook {self.webhook_id}"


class FollowedTournament(models.Model):
    """Which round of an unfinished tournament was the last one that a webhook looked at."""

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="followed_tournaments", db_index=False
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    round = models.SmallIntegerField(default=0, help_text="In an arena 1 from its start on.")

    class Meta:
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["webhook", "tournament"], name="followed_tournament_once"
            ),
        ]

    def __str__(self) -> str:
        return f"tournament {self.tournament_id} for webhook {self.webhook_id}"


class Delivery(models.Model):
    """A message for a webhook: one that waits for its next try, or an entry of the delivery log."""

    class Status(models.TextChoices):
        """How far the delivery is."""

        QUEUED = "queued", "waits for its next try"
        DELIVERED = "delivered", "accepted with a status of 2xx"
        FAILED = "failed", "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    type = models.CharField(max_length=24)
    data = models.JSONField(help_text="Ids and versions; never a name, a card or a text.")
    created_at = models.DateTimeField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.QUEUED)
    tries = models.SmallIntegerField(default=0, help_text="Tries with a result.")
    next_try_at = models.DateTimeField(
        null=True, help_text="While a worker tries, when another one may; null if none follows."
    )
    tried_at = models.DateTimeField(null=True)
    answer = models.SmallIntegerField(null=True, help_text="HTTP status of the last try.")
    error = models.CharField(
        max_length=32, blank=True, help_text="Why the last try failed: a code."
    )

    class Meta:
        verbose_name_plural = "deliveries"
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(status="queued", next_try_at__isnull=False)
                | (~Q(status="queued") & Q(next_try_at__isnull=True)),
                name="only_queued_deliveries_are_tried",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["webhook", "-created_at"], name="deliveries_of_a_webhook"),
            models.Index(
                fields=["next_try_at"],
                name="deliveries_to_try",
                condition=Q(next_try_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type}, {self.status}"

    @property
    def message_id(self) -> str:
        """The `webhook-id` of the message, the same in each try."""
        return f"msg_{self.pk.hex}"

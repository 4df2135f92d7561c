"""The tables of lobbies, quick match, players' results, outages and the referee's heartbeat."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models import Game


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
    """How often an account left a seat of a lobby or was removed; deleted with the lobby's end."""

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
    rated = models.BooleanField(
        db_default=False, help_text="Whether the player agrees that the game is rated."
    )
    mu = models.FloatField(
        null=True, help_text="Of a rating that is certain enough to choose opponents by."
    )
    until = models.DateTimeField(help_text="When bots fill it.")
    widens_at = models.DateTimeField(
        null=True, help_text="When opponents of more different strength fit; null if all fit."
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="+", null=True, db_index=False
    )

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["table", "id"], name="matches_by_table", condition=Q(game__isnull=True)
            ),
            models.Index(fields=["until"], name="matches_by_end", condition=Q(game__isnull=True)),
            models.Index(
                fields=["widens_at"],
                name="matches_by_widening",
                condition=Q(game__isnull=True, widens_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)


class BotOffer(models.Model):
    """The presets that a bot plays, by its owner; shown to players who look for an opponent."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    presets = models.JSONField(default=list, help_text="Names of presets.")

    def __str__(self) -> str:
        return f"{', '.join(self.presets)} of account {self.account_id}"


class BotStatus(models.Model):
    """What a bot accepts now, as the bot itself announces; it expires without a heartbeat."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )
    at = models.DateTimeField(help_text="Of the last heartbeat.")
    presets = models.JSONField(default=list, help_text="Names of presets.")
    seats = models.JSONField(default=list, help_text="Numbers of seats of a table.")
    turn_seconds_min = models.IntegerField(
        null=True, help_text="The shortest turn that it accepts; null for any."
    )
    untimed = models.BooleanField(default=True, help_text="Whether it plays without a clock.")
    capacity = models.SmallIntegerField(help_text="How many more games it accepts now.")

    class Meta:
        verbose_name_plural = "bot statuses"

    def __str__(self) -> str:
        return f"capacity {self.capacity} of account {self.account_id}"


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


class PlayerStatistics(models.Model):
    """The results of an account in the finished games of a preset, kept by
    ``games.play.statistics``.

    A cache: ``games.play.results.by_preset`` counts the same from the games.
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


class Action(models.TextChoices):
    """Actions of staff that are recorded in the audit log."""

    ACCESSED = "looked", "looked at hidden cards"
    ACCESSED_RUNNING = "looked_into_running", "looked at hidden cards of a running game"
    CLAIMED = "claimed", "claimed a dispute"
    RELEASED = "released", "released a dispute"
    RULED = "ruled", "ruled on a dispute"
    EXPORTED = "exported", "exported a dispute"
    OPENED_PLAYER = "looked_at_player", "opened the page of a player"
    NOTED = "noted", "wrote a note on a player"
    NOTE_ERASED = "note_erased", "erased a note on a player"
    RENAMED = "renamed", "replaced a username"
    UNDID = "undid", "undid a ruling"
    ENROLMENT_LINK = "enrolment_link", "made a link to enrol a second factor"
    ENROLLED = "enrolled", "enrolled a second factor"
    FACTOR_REMOVED = "factor_removed", "removed a second factor"
    WRONG_CODE = "wrong_code", "gave a wrong second factor"


SECOND_FACTOR_ACTIONS = (
    Action.ENROLMENT_LINK,
    Action.ENROLLED,
    Action.FACTOR_REMOVED,
    Action.WRONG_CODE,
)
"""Actions about staff, which also the account that they are about finds in the audit log."""


class AuditEntry(models.Model):
    """An entry of the audit log, about a game or a player. Triggers in the database refuse changes
    (``log.triggers``).
    """

    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=24, choices=Action)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="+")
    dispute = models.ForeignKey(
        "disputes.Dispute", on_delete=models.PROTECT, null=True, related_name="+"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    move = models.IntegerField(
        null=True, help_text="The number of the game's last move at the time, if it is about one."
    )
    why = models.TextField(blank=True)

    class Meta:
        app_label = "disputes"
        default_permissions = ("view",)
        verbose_name_plural = "audit entries"
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(game__isnull=False, move__isnull=False) | Q(player__isnull=False),
                name="an_entry_is_about_a_game_or_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_action_display()}, {self.at:%Y-%m-%d %H:%M} UTC"


class RefereeRound(models.Model):
    """When a referee in any process last looked at all games (``games.referee``): one row."""

    ONLY: ClassVar[int] = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(id=1), name="one_last_round"),
        ]

    def __str__(self) -> str:
        return f"round at {self.at:%Y-%m-%d %H:%M:%S}Z"

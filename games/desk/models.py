"""The tables of disputes: columns and constraints only.

People's texts are stored here, so that they can be erased. The log of the game holds only codes.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models import Game, Seat


class Reason(models.TextChoices):
    """What a complaint is about."""

    CHEATING = "cheating_or_collusion", "cheating or collusion"
    ABANDONMENT = "abandonment", "abandonment"
    HONOUR = "honour_irregularity", "withheld card or other irregularity in honour mode"
    REFEREE = "referee_error", "referee error"
    NAME = "abusive_name", "abusive name"
    OTHER = "other", "other"


WITHOUT_MOVE = (Reason.NAME, Reason.OTHER)
"""Reasons for which a complaint need not name a move."""


class DisputeStatus(models.TextChoices):
    """State of a dispute. Claims are apart from it, because they expire."""

    OPEN = "open", "waits for a ruling"
    RULED = "ruled", "ruled on"
    APPEALED = "appealed", "waits for a ruling on appeal"
    WITHDRAWN = "withdrawn", "withdrawn"


WAITING = (DisputeStatus.OPEN, DisputeStatus.APPEALED)
"""The disputes that a reviewer may claim."""


class Kind(models.TextChoices):
    """What a ruling does."""

    DISMISSED = "dismissed", "complaint dismissed"
    WARNING = "warning", "player warned"
    ANNULLED = "annulled", "game annulled"
    ADJUSTED = "adjusted", "result adjusted"
    SEAT_REMOVED = "seat_removed", "seat removed, a stand-in plays on"
    SUSPENDED = "suspended", "account suspended"


class Dispute(models.Model):
    """A complaint about a game, and the claim of the reviewer who works on it."""

    id = models.BigIntegerField(primary_key=True, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes")
    complainant = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="complaints"
    )
    seat = models.SmallIntegerField(null=True, help_text="The complainant's; none for a spectator.")
    against = models.SmallIntegerField(null=True, help_text="The seat complained of, if any.")
    accused = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="complaints_about",
        help_text="Who sits there.",
    )
    move = models.IntegerField(null=True, help_text="The number of the disputed move, if any.")
    reason = models.CharField(max_length=32, choices=Reason)
    status = models.CharField(max_length=16, choices=DisputeStatus, default=DisputeStatus.OPEN)
    case = models.IntegerField(null=True, help_text="Its number in the game's log, once ruled on.")
    filed_at = models.DateTimeField()
    ruled_at = models.DateTimeField(null=True, help_text="Of the last ruling.")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="claims",
        help_text="Who has claimed it.",
    )
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ("view",)
        permissions = (
            ("review_disputes", "Can claim disputes and rule on them"),
            ("look_into_running_games", "Can look at hidden cards of games that run"),
            ("export_disputes", "Can export disputes with their evidence"),
        )
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "complainant"],
                condition=Q(status__in=WAITING),
                name="one_waiting_dispute_a_player_and_game",
            ),
            models.UniqueConstraint(fields=["game", "case"], name="one_dispute_a_case"),
            models.CheckConstraint(
                condition=Q(status__in=DisputeStatus.values), name="dispute_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(move__isnull=False) | Q(reason__in=WITHOUT_MOVE),
                name="a_move_unless_none_is_needed",
            ),
            models.CheckConstraint(
                condition=Q(reviewer__isnull=True, claimed_until__isnull=True)
                | Q(reviewer__isnull=False, claimed_until__isnull=False, status__in=WAITING),
                name="only_waiting_disputes_are_claimed",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "id"], name="disputes_by_status"),
            models.Index(fields=["reason", "id"], name="disputes_by_reason"),
            models.Index(fields=["filed_at"], name="disputes_by_age"),
        ]

    def __str__(self) -> str:
        return f"dispute {self.public_id}"

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)


class Words(models.Model):
    """A text of a party about its dispute. Erased with its author's account."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="words")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="words"
    )
    is_appeal = models.BooleanField(default=False, help_text="Whether they ask for an appeal.")
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(is_appeal=True), name="one_appeal_a_dispute"
            ),
        ]

    def __str__(self) -> str:
        return f"words of {self.at:%Y-%m-%d %H:%M}Z"


class StandingRulings(models.Manager["Ruling"]):
    """Rulings that were not undone."""

    def get_queryset(self) -> models.QuerySet["Ruling"]:
        """Leave out undone rulings."""
        return super().get_queryset().filter(undone_at__isnull=True)


class Ruling(models.Model):
    """A ruling with its reasons and reviewer. A ruling on appeal replaces it; both rows stay.

    Undone rulings stay too, but only ``all_given`` finds them.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="rulings")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rulings"
    )
    kind = models.CharField(max_length=16, choices=Kind)
    seat = models.SmallIntegerField(null=True, help_text="Whom it warns, removes or suspends.")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="rulings_suffered",
        help_text="Who sat there.",
    )
    scores = models.JSONField(null=True, help_text="Points by seat, where the result is adjusted.")
    until = models.DateTimeField(null=True, help_text="End of a suspension; none for good.")
    template = models.CharField(max_length=32, blank=True)
    reasons = models.TextField(help_text="For the parties to read.")
    is_on_appeal = models.BooleanField(default=False)
    is_bad_faith = models.BooleanField(
        default=False, db_default=False, help_text="Whether the complaint was not in good faith."
    )
    move = models.IntegerField(help_text="The number of its move in the game's log.")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undo_move = models.IntegerField(null=True, help_text="The number of the move that undid it.")

    objects: ClassVar[StandingRulings] = StandingRulings()
    all_given: ClassVar[models.Manager["Ruling"]] = models.Manager()

    class Meta:
        default_permissions = ()
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undo_move__isnull=True)
                | Q(undone_at__isnull=False, undo_move__isnull=False),
                name="an_undoing_is_a_move",
            ),
            models.CheckConstraint(
                condition=Q(is_bad_faith=False) | Q(kind=Kind.DISMISSED),
                name="only_dismissals_find_bad_faith",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["at"], name="rulings_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.at:%Y-%m-%d}"


class PlayerNote(models.Model):
    """A private note of a reviewer on a player; deleted with the account of the player."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes_on"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notes_by"
    )
    dispute = models.ForeignKey(
        Dispute, on_delete=models.CASCADE, null=True, related_name="notes", db_index=False
    )
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"note of {self.at:%Y-%m-%d %H:%M}Z"


class UndisclosedAccess(models.Model):
    """A game with an access to hidden cards of which its players are not notified yet.

    Deleted when the game is over and they have the notice.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")

    class Meta:
        db_table = "disputes_looktotell"
        default_permissions = ()

    def __str__(self) -> str:
        return f"access to {ids.to_text(self.pk)}"


class SeatAddress(models.Model):
    """Keyed digests of the address that a seat was played from; one row per change of address."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="addresses")
    address = models.BinaryField(max_length=16)
    network = models.BinaryField(max_length=16, help_text="Of the IPv4 /24 or the IPv6 /48.")
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["address", "-id"], name="seats_by_address"),
            models.Index(fields=["network", "-id"], name="seats_by_network"),
        ]

    def __str__(self) -> str:
        return f"address of {self.at:%Y-%m-%d %H:%M}Z"

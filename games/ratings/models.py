"""The tables of ratings: the queue, the order of rated games, generations and their numbers.

``games.ratings`` alone writes them, except that a move adds a row to the queue and counts starts.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models import Game


class RatingTask(models.Model):
    """A rated game that ended or was ruled on, and that the rater has not looked at yet.

    Written in the transaction of the move, and deleted with what the rater stores.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.IntegerField(help_text="Number of the move.")
    at = models.DateTimeField()
    retry_at = models.DateTimeField(
        null=True, help_text="When the rater tries again; null unless it failed."
    )

    def __str__(self) -> str:
        return f"rating of {ids.to_text(self.game_id)} after move {self.version}"


class RatedGame(models.Model):
    """A rated game at its place in the order of ratings, which is the same in every generation.

    ``places`` and ``version`` change with a ruling, everything else never.
    """

    class Exclusion(models.TextChoices):
        """Why a game that was to be rated changes no rating."""

        SAME_PLAYERS = "same_players", "the same players met too often that day"
        NOT_RATEABLE = "not_rateable", "its players share no pool, or its rules no family"

    number = models.BigIntegerField(primary_key=True, help_text="From 1, without gaps.")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="rating")
    version = models.IntegerField(help_text="Number of the last move that was considered.")
    family = models.CharField(max_length=16, blank=True, help_text="Empty if it has none.")
    pool = models.CharField(max_length=8, blank=True, help_text="Empty if the players share none.")
    players = models.JSONField(
        help_text='By seat: the id of an account, or a built-in level with its version, "expert/1".'
    )
    places = models.JSONField(
        null=True, help_text="By seat, from 0; null if the game does not count."
    )
    exclusion = models.CharField(max_length=16, choices=Exclusion.choices, blank=True)
    day = models.DateField(help_text="Day of the daily limit: never before that of a lower number.")
    at = models.DateTimeField(help_text="When the game ended.")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(number__gte=1), name="rating_numbers_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {ids.to_text(self.game_id)}"

    @property
    def counts(self) -> bool:
        return self.places is not None and not self.exclusion


class RatedPair(models.Model):
    """How many games of two owners were counted in a day, for the limit of ``ratings.pools``.

    ``scope`` says which games: those that started, or those that the rater has numbered and whose
    start does not say whether they are rated, in the order or in a generation.
    """

    STARTS = -1
    """The scope of games that started."""
    ORDER = 0
    """The scope of the order itself."""

    pk = models.CompositePrimaryKey("scope", "day", "first", "second")
    scope = models.BigIntegerField(
        help_text="0 for the order; otherwise the generation that counts again from the log."
    )
    day = models.DateField()
    first = models.BigIntegerField(help_text="The smaller id of an account.")
    second = models.BigIntegerField()
    games = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.games} games of {self.first} and {self.second} on {self.day}"


class RatingGeneration(models.Model):
    """All ratings, computed once from the order of rated games. One is live: readers see it.

    A ruling starts the next one, which replaces the live one when it has caught up.
    """

    class Status(models.TextChoices):
        """What a generation is for."""

        BUILDING = "building", "being computed"
        LIVE = "live", "shown"
        RETIRED = "retired", "being deleted"

    number = models.BigAutoField(primary_key=True)
    status = models.CharField(max_length=8, choices=Status.choices)
    through = models.BigIntegerField(
        default=0, help_text="The last number of the order that is in it."
    )
    from_log = models.BooleanField(
        default=False, help_text="Whether it also reads results from the log again."
    )
    repaired = models.BigIntegerField(
        default=0, help_text="Rows of the order that the log has corrected."
    )
    replay_at = models.DateTimeField(
        null=True, help_text="When the next generation starts, because of a ruling."
    )
    started_at = models.DateTimeField()
    live_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["status"], condition=Q(status="live"), name="one_live_generation"
            ),
            models.UniqueConstraint(
                fields=["status"], condition=Q(status="building"), name="one_building_generation"
            ),
        ]

    def __str__(self) -> str:
        return f"generation {self.number}, {self.status}"


class OfFamily(models.Model):
    """The base of what belongs to an account in a family of presets, in one generation."""

    generation = models.ForeignKey(
        RatingGeneration, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # Without a constraint, which would lock the account's row: requests lock it too.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    family = models.CharField(max_length=16)

    class Meta:
        abstract = True


class Rating(OfFamily):
    """The rating of an account in a family, in one generation."""

    pool = models.CharField(max_length=8)
    mu = models.FloatField()
    sigma = models.FloatField(help_text="Standard deviation of mu; falls with every game.")
    games = models.IntegerField(help_text="Games that changed it.")
    at = models.DateTimeField(help_text="When the last of these games ended.")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["generation", "account", "family"], name="one_rating_a_family"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                # The last two let a count of ranks read the index alone.
                fields=["generation", "pool", "family", "-mu", "account", "at", "sigma"],
                name="ratings_by_rank",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f} in {self.family} of account {self.account_id}"


class RatingEntry(OfFamily):
    """How one game changed the rating of one account, in one generation."""

    pk = models.CompositePrimaryKey("generation_id", "account_id", "family", "number_id")
    number = models.ForeignKey(
        RatedGame,
        on_delete=models.PROTECT,
        related_name="+",
        db_column="number",
        db_index=False,
    )
    place = models.SmallIntegerField(help_text="From 0.")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    def __str__(self) -> str:
        return f"game {self.number_id} of account {self.account_id}"


class HiddenRatings(models.Model):
    """An account that does not show its ratings to others. They are still computed."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", primary_key=True
    )

    class Meta:
        verbose_name_plural = "hidden ratings"

    def __str__(self) -> str:
        return f"hidden ratings of account {self.account_id}"

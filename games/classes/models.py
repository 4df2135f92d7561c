"""The tables of classes: columns and constraints only. All rows of a class go with it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.log import ids
from games.log.models import Game


class ClassKind(models.TextChoices):
    """How pupils sign in."""

    CLASS = "class", "each with the code of a place"
    PARTY = "party", "all with one code, and a name that they choose"


class ClassLanguage(models.TextChoices):
    """The language of the names."""

    EN = "en", "English"
    DE = "de", "German"
    ES = "es", "Spanish"


class SchoolClass(models.Model):
    """A class of a teacher, or a party."""

    id = models.BigIntegerField(primary_key=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="classes"
    )
    name = models.CharField(max_length=30)
    kind = models.CharField(max_length=8, choices=ClassKind)
    language = models.CharField(max_length=2, choices=ClassLanguage)
    size = models.SmallIntegerField(help_text="Number of places.")
    preset = models.CharField(max_length=32)
    overlays = models.JSONField(default=list)
    seats = models.SmallIntegerField(help_text="At a table, at most, where the teacher says none.")
    turn_seconds = models.IntegerField(null=True)
    emotes = models.BooleanField()
    party_code = models.BinaryField(
        max_length=32, null=True, unique=True, editable=False, help_text="A keyed digest."
    )
    last_place = models.SmallIntegerField(
        default=0, db_default=0, help_text="Of a party: the number of the place taken last."
    )
    sign_in_until = models.DateTimeField(null=True, help_text="Null while sign-in is closed.")
    paused_at = models.DateTimeField(null=True)
    round = models.SmallIntegerField(default=0)
    round_ends_at = models.DateTimeField(null=True, help_text="For display.")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    delete_at = models.DateTimeField(db_index=True, help_text="When all of it is deleted.")

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The id that clients see, 11 characters."""
        return ids.to_text(self.pk)


class ClassPlace(models.Model):
    """A place of a class, and the account of its pupil once they have signed in."""

    school_class = models.ForeignKey(
        SchoolClass, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    number = models.SmallIntegerField(help_text="From 1.")
    name = models.CharField(max_length=30, help_text="Of the word list.")
    code = models.BinaryField(
        max_length=32, null=True, unique=True, editable=False, help_text="A keyed digest."
    )
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="class_place", null=True
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["school_class", "number"], name="one_place_a_number"),
            models.UniqueConstraint(fields=["school_class", "name"], name="one_place_a_name"),
        ]

    def __str__(self) -> str:
        return f"place {self.number} of {ids.to_text(self.school_class_id)}"


class ClassTable(models.Model):
    """A table of a round."""

    school_class = models.ForeignKey(
        SchoolClass, on_delete=models.CASCADE, related_name="tables", db_index=False
    )
    round = models.SmallIntegerField()
    number = models.SmallIntegerField(help_text="From 1.")
    seats = models.JSONField(help_text="Numbers of the places, by seat; null for a bot.")
    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, null=True, related_name="class_table"
    )
    result = models.JSONField(null=True, help_text="Of each seat, once the game is over.")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["school_class", "round", "number"], name="one_class_table_a_number"
            ),
            models.CheckConstraint(condition=Q(round__gte=1), name="class_tables_are_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round} of {ids.to_text(self.school_class_id)}"

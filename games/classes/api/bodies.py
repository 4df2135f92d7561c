"""Bodies of the operations of classes."""

from typing import Any

from rest_framework import serializers

from accounts.api.bodies import DisplayNameField
from api_kit.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    UniqueListField,
)
from games.classes import codes
from games.classes.codes import HIGHEST_PLACE
from games.classes.models import ClassKind, ClassLanguage
from games.engine.lobby import LONGEST_TURN
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.play.api.game_bodies import SHORTEST_TURN, OverlaysField

MOST_PLACES = 60
LONGEST_KEPT = 366  # days: a school year
LONGEST_ROUND = 180  # minutes
ACTIONS = ("open", "close", "pause", "resume", "finish", "end")
WAYS = ("lot", "results", "hand")


class PlaceNumberField(StrictIntegerField):
    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=HIGHEST_PLACE, **options)


class TableSizeField(StrictIntegerField):
    """The most pupils at a table."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=3, max_value=MAX_SEATS, **options)


class NewClassSerializer(StrictSerializer):
    """The terms of a class."""

    name = DisplayNameField(
        help_text="1 to 30 characters, such as “5b”. Do not use names of children."
    )
    kind = StrictChoiceField(
        choices=ClassKind.choices,
        default=ClassKind.CLASS,
        help_text="A `class` has one code for each place, a `party` one code for everyone.",
    )
    language = StrictChoiceField(
        choices=ClassLanguage.choices, help_text="The language of the pupils' names."
    )
    places = StrictIntegerField(min_value=2, max_value=MOST_PLACES)
    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    seats = TableSizeField(default=4, help_text="The most pupils at a table.")
    turn_seconds = StrictIntegerField(
        min_value=SHORTEST_TURN, max_value=LONGEST_TURN, allow_null=True, default=None
    )
    emotes = StrictBooleanField(default=False, help_text="Whether pupils may send emotes.")
    keep_days = StrictIntegerField(
        min_value=1,
        max_value=LONGEST_KEPT,
        default=30,
        help_text="Days until the class and everything in it is deleted.",
    )


class DirectClassSerializer(StrictSerializer):
    """What a teacher decides."""

    action = StrictChoiceField(
        choices=list(ACTIONS),
        help_text="`open` and `close` start and stop sign-in. `pause` and `resume` apply to all games. "
        "`finish` ends the games of the round with their current scores. `end` ends the class.",
    )


class RenewCodesSerializer(StrictSerializer):
    """Which codes to renew."""

    places = UniqueListField(
        item="place",
        child=PlaceNumberField(),
        required=False,
        min_length=1,
        max_length=MOST_PLACES,
        help_text="Numbers of places. By default all codes of a class, or the code of a party, are renewed.",
    )


class FormTablesSerializer(StrictSerializer):
    """How to form the tables of a round."""

    by = StrictChoiceField(
        choices=list(WAYS),
        help_text="`lot` is random, `results` seats pupils with similar results together, `hand` uses `tables`.",
    )
    seats = TableSizeField(
        required=False, help_text="The most pupils at a table; by default the setting of the class."
    )
    tables = StrictListField(
        child=StrictListField(child=PlaceNumberField(), min_length=1, max_length=MAX_SEATS),
        required=False,
        min_length=1,
        max_length=MOST_PLACES,
        help_text="For `hand`: numbers of the places at each table. A pupil alone at a table plays with bots.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that tables are sent with ``hand`` only, and that no place occurs twice."""
        by_hand = attrs["by"] == "hand"
        if by_hand != ("tables" in attrs):
            code = "required" if by_hand else "not_applicable"
            sentence = "List the places of each table if by is hand. Otherwise leave tables out."
            raise serializers.ValidationError({"tables": [sentence]}, code)
        named = [number for table in attrs.get("tables", ()) for number in table]
        if len({*named}) < len(named):
            raise serializers.ValidationError(
                {"tables": ["List each place only once."]}, "duplicate"
            )
        return attrs


class StartClassSerializer(StrictSerializer):
    """The planned length of a round."""

    minutes = StrictIntegerField(
        min_value=1,
        max_value=LONGEST_ROUND,
        required=False,
        help_text="The planned length; only shown, the round does not end by itself.",
    )


class MovePupilSerializer(StrictSerializer):
    """The new table of a pupil."""

    table = StrictIntegerField(
        min_value=1,
        max_value=MOST_PLACES,
        allow_null=True,
        help_text="The number of a table of the round. With null they leave their table, and a bot plays on.",
    )


class ClassCodeSerializer(StrictSerializer):
    """The code, as the pupil typed it."""

    code = StrictCharField(min_length=1, max_length=codes.LONGEST_TYPED)


class ClassSignInSerializer(ClassCodeSerializer):
    """The code and, at a party, the name that the pupil chose."""

    name = StrictCharField(
        required=False,
        min_length=1,
        max_length=30,
        help_text="For a party only: one of the names from `POST /class_names`.",
    )

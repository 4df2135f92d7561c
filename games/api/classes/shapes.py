"""Answers about classes, for the schema; ``render`` builds them."""

from rest_framework import serializers

from games.api.positions.shapes import AnySerializer, seat_field
from games.classes.models import ClassKind, ClassLanguage
from games.classes.reading import STATUSES

CLASS_TABLE_STATUSES = ["formed", "playing", "over"]


class ClassEntrySerializer(AnySerializer):
    """A class in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ClassKind.choices)
    language = serializers.ChoiceField(choices=ClassLanguage.choices)
    status = serializers.ChoiceField(choices=list(STATUSES))
    size = serializers.IntegerField(help_text="Number of places.")
    signed_in = serializers.IntegerField(help_text="Pupils with a valid token.")
    sign_in_until = serializers.DateTimeField(
        allow_null=True, help_text="UTC; null while sign-in is closed."
    )
    paused = serializers.BooleanField()
    emotes = serializers.BooleanField()
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    seats = serializers.IntegerField()
    turn_seconds = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    delete_at = serializers.DateTimeField(help_text="When all of it is deleted.")
    round = serializers.IntegerField()
    round_ends_at = serializers.DateTimeField(allow_null=True, help_text="For display.")


class ClassListSerializer(AnySerializer):
    """The classes of a teacher, newest first."""

    results = ClassEntrySerializer(many=True)


class ClassPlaceSerializer(AnySerializer):
    """A place."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    signed_in = serializers.BooleanField()
    online = serializers.BooleanField(help_text="Whether they were seen at their table lately.")
    table = serializers.IntegerField(allow_null=True)


class ClassSeatSerializer(AnySerializer):
    """A seat of a table."""

    seat = seat_field()
    place = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    bot = serializers.BooleanField(help_text="Whether a bot plays it, also for a pupil.")
    hand_size = serializers.IntegerField(allow_null=True, help_text="Null before the deal.")


class ClassTableSerializer(AnySerializer):
    """A table of the last round, as spectators see it."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=CLASS_TABLE_STATUSES)
    game = serializers.CharField(allow_null=True, help_text="The game's id.")
    seats = ClassSeatSerializer(many=True)
    version = serializers.IntegerField(allow_null=True)
    turn = seat_field(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class ClassDetailSerializer(ClassEntrySerializer):
    """A class as its teacher sees it."""

    places = ClassPlaceSerializer(many=True)
    tables = ClassTableSerializer(many=True)


class ClassCodeLineSerializer(AnySerializer):
    """The code of a place."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    code = serializers.CharField(help_text="10 characters; shown once.")


class ClassCodesSerializer(AnySerializer):
    """New codes. The answer is the only one that has them."""

    codes = ClassCodeLineSerializer(many=True)
    party_code = serializers.CharField(allow_null=True, help_text="Of a party.")


class OpenedClassSerializer(ClassDetailSerializer, ClassCodesSerializer):
    """A new class with its codes."""


class TableLineSerializer(AnySerializer):
    """What a pupil got at a table."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    books = serializers.IntegerField()
    first = serializers.BooleanField()


class PupilResultSerializer(AnySerializer):
    """What a pupil got in all games."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(help_text="Equal pupils share it.")
    games = serializers.IntegerField()
    firsts = serializers.IntegerField()
    books = serializers.IntegerField()
    asks = serializers.IntegerField()
    hits = serializers.IntegerField(help_text="Asks that were given cards.")
    tables = TableLineSerializer(many=True)


class ClassResultsSerializer(AnySerializer):
    """The results of a class, best first."""

    name = serializers.CharField()
    rounds = serializers.IntegerField()
    results = PupilResultSerializer(many=True)


class ClassNamesSerializer(AnySerializer):
    """Free names of a party; none for the code of a place."""

    name = serializers.CharField(help_text="Of the party or class.")
    language = serializers.ChoiceField(choices=ClassLanguage.choices)
    names = serializers.ListField(child=serializers.CharField(), help_text="At most 12.")


class PupilTokenSerializer(AnySerializer):
    """The token of a pupil. The answer is the only one that has it."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()
    class_id = serializers.CharField()
    place = serializers.IntegerField()
    name = serializers.CharField()
    code = serializers.CharField(
        allow_null=True, help_text="To come back to a party; shown once, at the first sign-in."
    )


class OwnClassSerializer(AnySerializer):
    """A class as its pupil sees it."""

    id = serializers.CharField()
    name = serializers.CharField()
    language = serializers.ChoiceField(choices=ClassLanguage.choices)
    status = serializers.ChoiceField(choices=list(STATUSES))
    paused = serializers.BooleanField()
    emotes = serializers.BooleanField()
    round = serializers.IntegerField()
    round_ends_at = serializers.DateTimeField(allow_null=True)
    place = serializers.IntegerField()
    me = serializers.CharField(help_text="The pupil's name.")
    table = serializers.IntegerField(allow_null=True)
    game = serializers.CharField(allow_null=True, help_text="The id of the game at their table.")

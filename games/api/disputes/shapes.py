"""Request bodies and answers of disputes."""

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from api_kit.serializers import (
    QuerySerializer,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from games.api.positions.shapes import RULING_KINDS, AnySerializer, seat_field
from games.api.requests.fields import SeatField
from games.disputes.models import WITHOUT_MOVE, Reason

MOST_CHARACTERS = 2_000
MOST_DISPUTES = 100
STATUSES = ["open", "claimed", "ruled", "appealed", "withdrawn"]
DISPUTE_REASONS = [*Reason.values]
_WITHOUT_MOVE_TEXT = " and ".join(f"`{reason}`" for reason in WITHOUT_MOVE)


@extend_schema_field(
    {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS, "pattern": r"\S"}
)
class WordsField(StrictCharField):
    """A text about a dispute; spaces around it are removed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MOST_CHARACTERS, trim_whitespace=True, **options)


class ComplaintSerializer(StrictSerializer):
    """What a complaint is about."""

    move = StrictIntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        allow_null=True,
        help_text=f"Number of the disputed move; optional for {_WITHOUT_MOVE_TEXT}.",
    )
    reason = StrictChoiceField(choices=DISPUTE_REASONS)
    words = WordsField(help_text="What happened. Reviewers read it, other players do not.")
    against = SeatField(
        required=False, allow_null=True, help_text="The seat that you complain about, if any."
    )

    schema_extras: ClassVar[dict[str, Any]] = {
        "if": {
            "properties": {
                "reason": {"enum": [r for r in DISPUTE_REASONS if r not in WITHOUT_MOVE]}
            }
        },
        "then": {"required": ["move"], "properties": {"move": {"type": "integer"}}},
    }

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Return all errors of the body, with that of a missing move."""
        reason = data.get("reason")
        needs_move = reason in DISPUTE_REASONS and reason not in WITHOUT_MOVE
        if not needs_move or data.get("move") is not None:
            return super().cross_field_errors(data)
        sentence = f"Required unless the reason is {_WITHOUT_MOVE_TEXT}."
        return super().cross_field_errors(data) | {"move": [ErrorDetail(sentence, "required")]}


class WordsSerializer(StrictSerializer):
    """A text to add."""

    words = WordsField(help_text="Reviewers read it, other players do not.")


class WrittenSerializer(AnySerializer):
    """A text that the reader wrote."""

    at = serializers.DateTimeField()
    text = serializers.CharField()


class RulingSerializer(AnySerializer):
    """A ruling, and the number of its move in the game's log."""

    at = serializers.DateTimeField()
    move = serializers.IntegerField()
    on_appeal = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=RULING_KINDS)
    seat = seat_field(
        allow_null=True,
        help_text="The seat that it warns, suspends or removes; null if you may not see it.",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="By seat, where adjusted."
    )
    until = serializers.DateTimeField(
        allow_null=True,
        help_text="End of a suspension; null if permanent, or if you may not see it.",
    )
    reasons = serializers.CharField(
        allow_null=True,
        help_text="Null if the ruling does not concern the reader, or once a party's account is "
        "closed.",
    )


class AppealSerializer(AnySerializer):
    """The appeal against the first ruling."""

    at = serializers.DateTimeField()
    yours = serializers.BooleanField()


class DisputeSerializer(AnySerializer):
    """A dispute as the reader may see it."""

    id = serializers.CharField()
    game = serializers.CharField(help_text="The game's id.")
    move = serializers.IntegerField(
        allow_null=True, help_text="The number of the disputed move; null for none."
    )
    reason = serializers.ChoiceField(choices=DISPUTE_REASONS)
    status = serializers.ChoiceField(
        choices=STATUSES, help_text="`claimed`: a reviewer works on it."
    )
    case = serializers.IntegerField(
        allow_null=True, help_text="Its number in the game's log, once it is ruled on."
    )
    filed_at = serializers.DateTimeField()
    yours = serializers.BooleanField(help_text="Whether the reader filed it.")
    against = seat_field(
        allow_null=True, help_text="The seat complained about; shown only to the two parties."
    )
    words = WrittenSerializer(many=True, help_text="The reader's own, oldest first.")
    rulings = RulingSerializer(many=True, help_text="Oldest first; the last one is in force.")
    appeal = AppealSerializer(allow_null=True)


class MyDisputesQuerySerializer(QuerySerializer):
    """Which page of disputes to show."""

    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_DISPUTES, default=20, help_text="Disputes per page."
    )


class DisputePageSerializer(AnySerializer):
    """A page of disputes, newest first."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = DisputeSerializer(many=True)


class LookSerializer(AnySerializer):
    """A reviewer's look at hidden cards while the game ran."""

    at = serializers.DateTimeField()
    move = serializers.IntegerField(help_text="The last move at the time.")
    why = serializers.CharField()


class DisputeListSerializer(AnySerializer):
    """The disputes about a game, as the reader may see them."""

    game = serializers.CharField(help_text="The game's id.")
    disputes = DisputeSerializer(many=True, help_text="Oldest first.")
    looks = LookSerializer(
        many=True, help_text="Shown to the players when the game is over; oldest first."
    )

"""Request bodies and queries."""

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
from games.desk.models import WITHOUT_MOVE, Reason
from games.play.api.requests.fields import SeatField

MOST_CHARACTERS = 2_000
MOST_DISPUTES = 100
DISPUTE_REASONS = (*Reason.values,)
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


class MyDisputesQuerySerializer(QuerySerializer):
    """Which page of disputes to show."""

    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_DISPUTES, default=20, help_text="Disputes per page."
    )

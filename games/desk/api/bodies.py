"""Request bodies and queries of disputes and notices."""

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.notices import MOST_MARKED
from api_kit.serializers import (
    QuerySerializer,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)
from games.desk.models import WITHOUT_MOVE, Reason
from games.play.api.game_bodies import SeatField

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
    words = WordsField(help_text="What happened. Only reviewers can read it, not other players.")
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

    words = WordsField(help_text="Only reviewers can read it, not other players.")


class MyDisputesQuerySerializer(QuerySerializer):
    """Which page of disputes to show."""

    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_DISPUTES, default=20, help_text="Disputes per page."
    )


MOST_NOTICES = 100


class InboxQuerySerializer(QuerySerializer):
    """Which notices to list."""

    unread = serializers.BooleanField(
        required=False, help_text="Only notices that are not marked as read."
    )
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_NOTICES, default=20, help_text="Notices per page."
    )


class NoticeIdField(StrictIntegerField):
    """The number of a notice."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **options)


class ReadNoticesSerializer(StrictSerializer):
    """Which notices to mark as read: either all up to one, or some."""

    up_to = NoticeIdField(required=False, help_text="This notice and all before it.")
    ids = StrictListField(
        child=NoticeIdField(), required=False, min_length=1, max_length=MOST_MARKED
    )

    schema_extras: ClassVar[dict[str, Any]] = {"minProperties": 1, "maxProperties": 1}

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Return all errors of the body, with that of neither or both given."""
        sentence = "Send either `up_to` or `ids`."
        errors = super().cross_field_errors(data)
        if "up_to" in data and "ids" in data:
            return errors | {"ids": [ErrorDetail(sentence, "one_of")]}
        if "up_to" in data or "ids" in data:
            return errors
        return errors | {"up_to": [ErrorDetail(sentence, "required")]}

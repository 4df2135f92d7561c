"""Request bodies and answers of the inbox."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.messages.notices import MOST_MARKED
from api_kit.serializers import (
    QuerySerializer,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
)
from games.api.positions.shapes import RULING_KINDS, AnySerializer, seat_field
from games.disputes.notifying import NoticeKind
from games.models import DeclineReason
from games.tournaments.models import RemovalReason

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


class NoticeDataSerializer(AnySerializer):
    """What a notice is about; null where it does not apply."""

    game = serializers.CharField(allow_null=True, help_text="The game's id.")
    dispute = serializers.CharField(
        allow_null=True, help_text="The dispute's id; read a bot's dispute with the bot's token."
    )
    ruling = serializers.ChoiceField(choices=RULING_KINDS, allow_null=True)
    seat = seat_field(
        allow_null=True,
        help_text="The seat that the ruling warns, suspends or removes, if you may see it.",
    )
    until = serializers.DateTimeField(
        allow_null=True, help_text="End of a suspension; null if permanent."
    )
    reason = serializers.ChoiceField(
        choices=DeclineReason.choices,
        allow_null=True,
        help_text="Why an invitation was declined, if the player says so.",
    )
    tournament = serializers.CharField(allow_null=True, help_text="The tournament's id.")
    removal = serializers.ChoiceField(
        choices=RemovalReason.choices,
        allow_null=True,
        help_text="Why a director removed you from a tournament.",
    )


class NoticeSerializer(AnySerializer):
    """A notice."""

    id = serializers.IntegerField(help_text="Later notices have higher ids.")
    kind = serializers.ChoiceField(choices=NoticeKind.choices)
    at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True, help_text="When it was marked as read.")
    data = NoticeDataSerializer()  # type: ignore[assignment]


class NoticePageSerializer(AnySerializer):
    """A page of notices, newest first."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = NoticeSerializer(many=True)


class UnreadNoticesSerializer(AnySerializer):
    """How many notices are not marked as read."""

    unread_notices = serializers.IntegerField()

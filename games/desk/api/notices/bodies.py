"""Request bodies and queries."""

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

"""Request bodies and queries."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api_kit import guarded_fetch
from api_kit.guarded_fetch import FetchFailed
from api_kit.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
    UniqueListField,
)
from games.webhooks.models import LONGEST_URL, EventType


@extend_schema_field({"type": "string", "pattern": "^https://[!-~]+$", "maxLength": LONGEST_URL})
class AddressField(StrictCharField):
    """An address that the service may call."""

    def to_internal_value(self, data: object) -> str:
        """Check the form of the address. Its host is looked up when something is sent."""
        url = super().to_internal_value(data)
        try:
            guarded_fetch.split(url)
        except FetchFailed as failure:
            raise serializers.ValidationError(str(failure), code=failure.reason) from None
        return url


@extend_schema_field(
    {
        "type": "array",
        "items": {"$ref": "#/components/schemas/WebhookEvent"},
        "minItems": 1,
        "uniqueItems": True,
    }
)
class EventsField(UniqueListField):
    """Types of events, each once."""

    child = StrictChoiceField(choices=EventType.choices)


class NewWebhookSerializer(StrictSerializer):
    """A webhook to register."""

    url = AddressField(
        max_length=LONGEST_URL,
        help_text="An `https` address on port 443, whose host can be reached from the internet.",
    )
    events = EventsField(item="event", min_length=1)

"""Request bodies and answers of webhooks."""

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
from games.api.positions.shapes import AnySerializer
from games.webhooks.models import CHALLENGE, LONGEST_URL, Delivery, EventType, Webhook


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
        help_text="`https`, port 443, a host that is reachable from everywhere.",
    )
    events = EventsField(item="event", min_length=1)


class WebhookSerializer(AnySerializer):
    """A webhook, without its secrets."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(choices=EventType.choices))
    status = serializers.ChoiceField(choices=Webhook.Status.choices)
    reason = serializers.ChoiceField(
        choices=Webhook.Reason.choices, allow_null=True, help_text="Why it is disabled."
    )
    created_at = serializers.DateTimeField()
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="First failure since the last success."
    )
    old_secret_until = serializers.DateTimeField(
        allow_null=True, help_text="Until then the secret before signs too."
    )


class IssuedWebhookSerializer(WebhookSerializer):
    """A webhook with its secret, which is shown once."""

    secret = serializers.CharField(help_text="`whsec_` and 32 bytes in Base64.")


class WebhookListSerializer(AnySerializer):
    """The webhooks of the token, oldest first."""

    webhooks = WebhookSerializer(many=True)


class DeliverySerializer(AnySerializer):
    """A message that waits, or that was tried."""

    id = serializers.CharField(help_text="The `webhook-id` of every try.")
    type = serializers.ChoiceField(choices=[*EventType.values, CHALLENGE])
    status = serializers.ChoiceField(choices=Delivery.Status.choices)
    created_at = serializers.DateTimeField()
    tries = serializers.IntegerField(help_text="Tries with a result.")
    tried_at = serializers.DateTimeField(allow_null=True, help_text="The last try.")
    answer = serializers.IntegerField(allow_null=True, help_text="HTTP status of the last try.")
    error = serializers.CharField(
        allow_null=True, help_text="A code: why the last try failed. docs/api/webhooks lists them."
    )
    next_try_at = serializers.DateTimeField(allow_null=True)


class DeliveryListSerializer(AnySerializer):
    """What waits for a webhook, and its last 100 finished deliveries, newest first."""

    deliveries = DeliverySerializer(many=True)

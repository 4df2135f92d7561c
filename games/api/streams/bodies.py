"""The queries of streams, and the body for a ticket."""

from rest_framework import serializers

from api_kit.serializers import QuerySerializer, StrictCharField, StrictSerializer
from games.queries.visibility import CODE_LENGTH


class AccountStreamQuerySerializer(QuerySerializer):
    """`ticket` authenticates the caller."""

    ticket = serializers.CharField(required=False, help_text="Instead of a bearer token.")


class StreamQuerySerializer(QuerySerializer):
    """Where a stream begins; `ticket` authenticates the caller."""

    after = serializers.CharField(
        required=False, help_text="The last move number you have; `Last-Event-ID` takes precedence."
    )
    state = serializers.BooleanField(
        default=False,
        help_text="Whether the newest move carries your state after it, so that no move needs a GET.",
    )
    ticket = serializers.CharField(required=False, help_text="Instead of a bearer token.")


class NewTicketSerializer(StrictSerializer):
    """What a ticket is made for."""

    watch_code = StrictCharField(
        required=False,
        max_length=CODE_LENGTH,
        help_text="Of a private game in which you have no seat.",
    )

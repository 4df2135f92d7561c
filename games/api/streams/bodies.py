"""The queries of streams."""

from rest_framework import serializers

from api_kit.serializers import QuerySerializer


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

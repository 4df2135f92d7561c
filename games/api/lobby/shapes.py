"""Answers about invitations and watch codes, for the schema; ``render`` builds them."""

from rest_framework import serializers

from games.api.positions.shapes import AnySerializer
from games.models import DeclineReason


class SentInvitationSerializer(AnySerializer):
    """An invitation to a lobby."""

    player = serializers.CharField(help_text="Username.")
    at = serializers.DateTimeField()
    declined_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.ChoiceField(
        choices=DeclineReason.choices, allow_null=True, help_text="Null if the player gave none."
    )


class SentInvitationListSerializer(AnySerializer):
    """The invitations to a lobby, oldest first."""

    invitations = SentInvitationSerializer(many=True)


class InvitationLinkSerializer(AnySerializer):
    """A link to a lobby."""

    game = serializers.CharField(help_text="The game's id.")
    join_code = serializers.CharField(allow_null=True, help_text="Of a private game.")
    url = serializers.CharField(help_text="Id and code are in the fragment.")
    text = serializers.CharField(help_text="A sentence with the address, for a message.")
    qr = serializers.CharField(help_text="The address as a QR code: an `svg` element.")


class WatchCodeSerializer(AnySerializer):
    """The watch code of a game."""

    watch_code = serializers.CharField(help_text="Send it in the header `X-Watch-Code`.")

"""The schema of watch codes."""

from rest_framework import serializers

from games.api.positions.shapes import AnySerializer


class WatchCodeSerializer(AnySerializer):
    """The watch code of a game."""

    watch_code = serializers.CharField(help_text="Send it in the header `X-Watch-Code`.")

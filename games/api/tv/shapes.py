"""The answer of the games worth watching."""

from typing import Any

from rest_framework import serializers

from games.api.games.shapes import GameEntrySerializer
from games.queries.lists.tv import CHANNELS


class TvChannelSerializer(serializers.Serializer[Any]):
    """A channel and the game that it shows."""

    channel = serializers.ChoiceField(
        choices=list(CHANNELS), help_text="`best` of all, or the name of a preset."
    )
    game = GameEntrySerializer()


class TvSerializer(serializers.Serializer[Any]):
    """The channels that have a game."""

    channels = TvChannelSerializer(many=True)

"""Answers about players."""

from typing import Any

from rest_framework import serializers

from accounts.api.shapes import PICTURE_HELP
from games.api.positions.shapes import FamilyRatingSerializer
from games.engine.presets import PRESETS


class ResultsSerializer(serializers.Serializer[Any]):
    """A player's results in the finished games of a preset. Imported games do not count, nor, in a
    profile, games with built-in bots.
    """

    preset = serializers.ChoiceField(choices=list(PRESETS))
    played = serializers.IntegerField(min_value=1)
    won = serializers.IntegerField(min_value=0, help_text="Won alone.")
    shared = serializers.IntegerField(min_value=0, help_text="Won with others.")
    lost = serializers.IntegerField(min_value=0)


class ProfileSerializer(serializers.Serializer[Any]):
    """The public profile of a player."""

    username = serializers.CharField()
    display_name = serializers.CharField(
        allow_null=True, help_text="Not unique: show it with the username. Null without one."
    )
    picture = serializers.CharField(allow_null=True, help_text=PICTURE_HELP)
    since = serializers.DateTimeField()
    is_guest = serializers.BooleanField()
    is_bot = serializers.BooleanField()
    owner = serializers.CharField(
        allow_null=True, help_text="The account that is responsible for a bot."
    )
    results = ResultsSerializer(many=True)
    ratings = FamilyRatingSerializer(
        many=True, allow_null=True, help_text="Null if the player does not show them."
    )

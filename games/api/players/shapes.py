"""Answers about players, with examples, and the query of their games."""

from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from api_kit.serializers import QuerySerializer
from games.api.games.bodies import MOST_GAMES
from games.engine.presets import PRESETS
from games.models import GameStatus


class PlayerGamesQuerySerializer(QuerySerializer):
    """Which games of a player to list."""

    status = serializers.ChoiceField(
        choices=GameStatus.choices, required=False, help_text="Only games with this status."
    )
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_GAMES, default=20, help_text="Games per page."
    )


class ResultsSerializer(serializers.Serializer[Any]):
    """A player's results in the finished games of a preset. Imported games do not count."""

    preset = serializers.ChoiceField(choices=list(PRESETS))
    played = serializers.IntegerField(min_value=1)
    won = serializers.IntegerField(min_value=0, help_text="Won alone.")
    shared = serializers.IntegerField(min_value=0, help_text="Won with others.")
    lost = serializers.IntegerField(min_value=0)


class ProfileSerializer(serializers.Serializer[Any]):
    """The public profile of a player."""

    username = serializers.CharField()
    display_name = serializers.CharField(allow_null=True, help_text="Null: the username alone.")
    since = serializers.DateTimeField()
    is_guest = serializers.BooleanField()
    is_bot = serializers.BooleanField()
    owner = serializers.CharField(
        allow_null=True, help_text="The account that is responsible for a bot."
    )
    results = ResultsSerializer(many=True)


PROFILE = [
    OpenApiExample(
        "response",
        value={
            "username": "Ann",
            "display_name": "Ann of Oz",
            "since": "2026-01-05T18:30:00Z",
            "is_guest": False,
            "is_bot": False,
            "owner": None,
            "results": [{"preset": "classic", "played": 3, "won": 1, "shared": 1, "lost": 1}],
        },
        response_only=True,
        status_codes=["200"],
    )
]

"""The answer of opening many games."""

from rest_framework import serializers

from api_kit.openapi import ProblemSerializer
from games.api.games.shapes import GameEntrySerializer
from games.api.positions.shapes import AnySerializer


class OpenedGameSerializer(AnySerializer):
    """The result of one game: the game, or a problem."""

    status = serializers.IntegerField(help_text="201, or the status of the problem.")
    game = GameEntrySerializer(required=False, help_text="As its host sees it.")
    problem = ProblemSerializer(required=False)


class OpenedGamesSerializer(AnySerializer):
    """A result for each game, in the order of the request."""

    results = OpenedGameSerializer(many=True)

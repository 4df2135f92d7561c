"""Answers about games, for the schema; ``render`` builds them."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.api.positions.entry_shapes import (
    VISIBILITIES,
    RulesSerializer,
    level_field,
    seat_field,
)
from games.api.positions.shapes import AnySerializer, CommandAnswerSerializer
from games.models import GameStatus


class SeatedPlayerSerializer(AnySerializer):
    """The player of a seat."""

    seat = seat_field()
    player = serializers.CharField(allow_null=True, help_text="Username; null for a built-in bot.")
    is_bot = serializers.BooleanField(help_text="A built-in bot, or a bot's account.")
    bot = level_field(allow_null=True, help_text="Level of the built-in bot that was seated.")


class GameSerializer(AnySerializer):
    """A game without its position."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    preset = serializers.CharField()
    overlays = serializers.ListField(child=serializers.CharField())
    rules = RulesSerializer()
    seats = serializers.IntegerField()
    players = SeatedPlayerSerializer(many=True)
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    spectators = serializers.BooleanField(help_text="Whether others may watch.")
    allow_bots = serializers.BooleanField()
    join_code = serializers.CharField(
        allow_null=True, help_text="Of a private game; shown to its players only."
    )
    watch_code = serializers.CharField(
        allow_null=True,
        help_text="Lets others watch a private game; shown to its players only. Null for none.",
    )
    imported = serializers.BooleanField(
        help_text="Played on another server; does not count in results."
    )
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class GamePageSerializer(AnySerializer):
    """A page of games, newest first."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    previous = serializers.CharField(allow_null=True)
    results = GameSerializer(many=True)


class PageEndSerializer(AnySerializer):
    """The last line of a list: without it, the list was cut off."""

    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")


GameLineSerializer = PolymorphicProxySerializer(
    "GameLine", [GameSerializer, PageEndSerializer], resource_type_field_name=None, many=False
)


class CreatedGameSerializer(CommandAnswerSerializer):
    """A new game and its first moves."""

    game = GameSerializer()
